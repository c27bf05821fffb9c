// Where the table lies in the picture, seats and zones: found by the camera, put right by a thumb.

import { $, h, patch, s, say } from "./dom.js";
import { label, live, middle, points, stage, status, zoneName } from "./eye.js";
import { get, post } from "./net.js";
import { t } from "./words.js";

const ZONES = ["deck", "discard", "board", "pot", "machine"];
const UNIT = [[0, 0], [1, 0], [1, 1], [0, 1]];
const RIM = [[0.5, 0], [1, 0.5], [0.5, 1], [0, 0.5]]; // where a round table is taken hold of
let layout = null;
let kept = ""; // the layout as the table has it
let pixels = [16, 9];
let chosen = null; // name of the zone under the thumb
let drag = null;
let found = null;
let seats = 4;
let busy = false;

// --- plane geometry: the map from the table's unit square to the picture ------------------------------------------

function solve(a, b) {
  const n = b.length;
  for (let i = 0; i < n; i++) {
    let p = i;
    for (let r = i + 1; r < n; r++) if (Math.abs(a[r][i]) > Math.abs(a[p][i])) p = r;
    [a[i], a[p], b[i], b[p]] = [a[p], a[i], b[p], b[i]];
    if (Math.abs(a[i][i]) < 1e-12) return null;
    for (let r = 0; r < n; r++) {
      if (r === i) continue;
      const f = a[r][i] / a[i][i];
      for (let c = i; c < n; c++) a[r][c] -= f * a[i][c];
      b[r] -= f * b[i];
    }
  }
  return b.map((v, i) => v / a[i][i]);
}

function mapOf(from, to) {
  const a = [];
  const b = [];
  from.forEach(([x, y], i) => {
    const [u, v] = to[i];
    a.push([x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]);
    b.push(u, v);
  });
  const m = solve(a, b);
  return m && [...m, 1];
}

const through = (m, [x, y]) => {
  const k = m[6] * x + m[7] * y + m[8];
  return [(m[0] * x + m[1] * y + m[2]) / k, (m[3] * x + m[4] * y + m[5]) / k];
};

const toPicture = () => (layout.frame === "table" ? mapOf(UNIT, layout.corners) : [1, 0, 0, 0, 1, 0, 0, 0, 1]);
const toTable = () => (layout.frame === "table" ? mapOf(layout.corners, UNIT) : [1, 0, 0, 0, 1, 0, 0, 0, 1]);
const handles = () => (layout.shape === "round" ? RIM.map((p) => through(toPicture(), p)) : layout.corners);

function convex(q) {
  const turns = q.map((p, i) => {
    const [a, b] = [q[(i + 1) % 4], q[(i + 2) % 4]];
    return (a[0] - p[0]) * (b[1] - a[1]) - (a[1] - p[1]) * (b[0] - a[0]);
  });
  return turns.every((v) => v > 1e-5);
}

// --- drawing ------------------------------------------------------------------------------------------------------

function handle(x, y, r, cls, what) {
  return [s("circle", { cx: x, cy: y, r: r * 2.6, class: "grip", "data-grip": what }), s("circle", { cx: x, cy: y, r, class: cls })];
}

function draw() {
  if (!layout) return;
  const [w, hh] = pixels;
  const svg = $("over");
  stage(svg, w, hh);
  const per = w / (svg.clientWidth || 800); // picture pixels a screen pixel
  const r = 9 * per;
  const m = toPicture();
  const kids = [];
  const names = Object.keys(layout.areas).sort((a, b) => (a === chosen) - (b === chosen));
  for (const name of names) {
    const polygon = layout.areas[name].map((p) => through(m, p));
    const seat = layout.seats_clockwise.includes(name);
    const kind = name.startsWith("hand:") ? "hand" : seat ? "seat" : name;
    kids.push(s("polygon", { points: points(polygon, w, hh), class: `zone ${kind}${name === chosen ? " chosen" : ""}`, "data-zone": name }));
    if (kind === "hand" && name !== chosen) continue;
    const [x, y] = middle(polygon);
    kids.push(label(x * w, y * hh, zoneName(name), (seat ? 30 : svg.clientWidth < 500 ? 10.5 : 13) * per, "zone-name"));
  }
  if (layout.frame === "table") {
    if (layout.shape === "round") {
      const ring = Array.from({ length: 72 }, (_, i) => through(m, [0.5 + 0.5 * Math.cos((i * Math.PI) / 36), 0.5 + 0.5 * Math.sin((i * Math.PI) / 36)]));
      kids.push(s("polygon", { points: points(ring, w, hh), class: "table-edge" }));
    } else kids.push(s("polygon", { points: points(layout.corners, w, hh), class: "table-edge" }));
    kids.push(arrow(m, w, hh, per));
    if (!chosen) handles().forEach(([x, y], i) => kids.push(...handle(clamp(x) * w, clamp(y) * hh, r, "corner", `corner:${i}`)));
  }
  if (chosen && layout.areas[chosen]) {
    layout.areas[chosen].forEach((p, i) => {
      const [x, y] = through(m, p);
      kids.push(...handle(clamp(x) * w, clamp(y) * hh, r, "vertex", `vertex:${i}`));
    });
  }
  svg.replaceChildren(...kids);
  controls();
}

const clamp = (v) => Math.min(0.985, Math.max(0.015, v));

// Which way the turn goes round: seats are clockwise as seen from above, whatever the camera shows (case 5).
function arrow(m, w, hh, per) {
  const arc = Array.from({ length: 13 }, (_, i) => {
    const a = (Math.PI * (200 + i * 10)) / 180;
    return through(m, [0.5 + 0.13 * Math.cos(a), 0.5 + 0.13 * Math.sin(a)]);
  });
  const [a, b] = [arc[10], arc[12]];
  const lean = Math.atan2((b[1] - a[1]) * hh, (b[0] - a[0]) * w);
  const tip = (d) => `${b[0] * w - 14 * per * Math.cos(lean + d)},${b[1] * hh - 14 * per * Math.sin(lean + d)}`;
  return s("g", { class: "turn" }, s("polyline", { points: points(arc, w, hh) }), s("polyline", { points: `${tip(0.5)} ${b[0] * w},${b[1] * hh} ${tip(-0.5)}` }));
}

function controls() {
  say($("seat-count"), String(seats));
  $("fewer").disabled = busy || seats <= 2;
  $("more").disabled = busy || seats >= 10;
  const dirty = JSON.stringify(layout) !== kept;
  $("save").disabled = busy || !dirty;
  say($("save"), dirty ? t("save") : t("saved"));
  $("undo").disabled = busy || !dirty;
  $("zone-part").hidden = !chosen;
  if (chosen) {
    say($("zone-title"), t("zone_title", { name: zoneName(chosen) }));
    $("remove").hidden = !(ZONES.includes(chosen) || chosen.startsWith("hand:"));
  }
  const missing = ZONES.filter((z) => !layout.areas[z]);
  patch($("adders"), [missing, layout.frame], () => missing.map((z) => h("button", { type: "button", class: "act small", onclick: () => add(z) }, t("add_zone", { name: zoneName(z) }))));
}

function verdict() {
  const box = $("verdict");
  box.hidden = !found;
  if (!found) return;
  box.className = `verdict ${found.good}`;
  patch(box, found.lines, () => found.lines.map((line, i) => h(i ? "p" : "h2", {}, line)));
}

// --- what the host does ---------------------------------------------------------------------------------------------

const copy = (x) => JSON.parse(JSON.stringify(x));

function add(zone) {
  const size = 0.1;
  layout.areas[zone] = [[0.5 - size, 0.5 - size], [0.5 + size, 0.5 - size], [0.5 + size, 0.5 + size], [0.5 - size, 0.5 + size]];
  chosen = zone;
  draw();
}

function at(event) {
  const box = $("over").getBoundingClientRect();
  return [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
}

function press(event) {
  if (!layout || busy) return;
  const grip = event.target.dataset.grip;
  const zone = event.target.dataset.zone;
  const p = at(event);
  if (grip) {
    const [kind, i] = grip.split(":");
    drag = { kind, i: Number(i), from: p, before: copy(layout), handles: copy(layout.frame === "table" ? handles() : []) };
  } else if (zone && zone === chosen) {
    drag = { kind: "zone", from: p, before: copy(layout) };
  } else {
    drag = { kind: "choose", from: p, zone: zone ?? null };
  }
  $("over").setPointerCapture(event.pointerId);
  event.preventDefault();
}

function move(event) {
  if (!drag || drag.kind === "choose") return;
  const p = at(event);
  if (drag.kind === "corner") {
    const spots = copy(drag.handles);
    spots[drag.i] = [spots[drag.i][0] + p[0] - drag.from[0], spots[drag.i][1] + p[1] - drag.from[1]];
    if (layout.shape === "round") {
      const m = mapOf(RIM, spots);
      if (!m || !convex(spots)) return;
      layout.corners = UNIT.map((u) => through(m, u));
    } else if (convex(spots)) layout.corners = spots;
  } else {
    const m = toTable();
    const [a, b] = [through(m, drag.from), through(m, p)];
    const polygon = copy(drag.before.areas[chosen]);
    const go = ([x, y]) => [bound(x + b[0] - a[0]), bound(y + b[1] - a[1])];
    if (drag.kind === "vertex") polygon[drag.i] = go(polygon[drag.i]);
    else polygon.forEach((q, i) => (polygon[i] = go(q)));
    layout.areas[chosen] = polygon;
  }
  draw();
}

const bound = (v) => (layout.frame === "table" ? Math.min(2, Math.max(-1, v)) : Math.min(1, Math.max(0, v)));

function release() {
  if (drag?.kind === "choose") {
    chosen = drag.zone === chosen ? null : drag.zone;
  }
  drag = null;
  draw();
}

async function survey() {
  if (busy) return;
  busy = true;
  document.body.classList.add("busy");
  say($("live"), t("searching"));
  const shape = $("shape").value || null;
  const { status: code, data } = await post("/api/eye/survey", { seats, shape, size: sizeGiven(shape) }, 1);
  busy = false;
  document.body.classList.remove("busy");
  if (code !== 200) return status(t(code === 0 ? "err_offline" : "err_refused"), true);
  found = data;
  if (data.layout) {
    layout = data.layout;
    chosen = null;
  }
  say($("live"), data.lines[0]);
  verdict();
  return draw();
}

function sizeGiven(shape) {
  const [a, b] = ["wide", "deep"].map((id) => Number($(id).value.replace(",", ".")) * 10);
  if (!(a >= 300 && a <= 5000)) return null;
  if (shape === "round" || !(b >= 300 && b <= 5000)) return shape === "rectangle" ? null : [a, a];
  return [a, b];
}

async function save() {
  busy = true;
  const { status: code, data } = await post("/api/eye/layout", { layout }, 1);
  busy = false;
  if (data.ok) {
    kept = JSON.stringify(layout);
    found = data;
    verdict();
  } else status(data.text ?? t(code === 0 ? "err_offline" : "err_refused"), true);
  draw();
  return Boolean(data.ok);
}

// Another number of people: the seats are laid anew on the same table, the middle zones stay as they were dragged.
async function seatsAre(n) {
  seats = n;
  await survey();
}

// Who sits where is the host's to say: the first seat goes one place on, clockwise.
function rename() {
  const names = layout.seats_clockwise;
  const areas = {};
  for (const [name, polygon] of Object.entries(layout.areas)) {
    const [base, owner] = name.split(":");
    const i = names.indexOf(owner ?? base);
    const next = i < 0 ? null : names[(i + names.length - 1) % names.length];
    areas[next === null ? name : owner ? `hand:${next}` : next] = polygon;
  }
  layout.areas = areas;
  draw();
}

async function turned(change) {
  change();
  if (await save()) {
    await new Promise((r) => setTimeout(r, 700)); // the next pictures come turned
    await survey();
  }
}

async function begin() {
  const { status: code, data } = await get("/api/eye/layout").catch(() => ({ status: 0, data: {} }));
  if (code !== 200 || !data.layout) return setTimeout(begin, 1500);
  layout = data.layout;
  kept = JSON.stringify(layout);
  seats = layout.seats_clockwise.length;
  if (layout.size) {
    $("wide").value = String(Math.round(layout.size[0] / 10));
    $("deep").value = String(Math.round(layout.size[1] / 10));
  }
  if (layout.frame === "table") $("shape").value = layout.shape ?? "rectangle";
  shapeIs();
  draw();
  return layout.frame === "table" ? undefined : survey();
}

const shapeIs = () => ($("deep-part").hidden = $("shape").value === "round");

$("over").addEventListener("pointerdown", press);
$("over").addEventListener("pointermove", move);
$("over").addEventListener("pointerup", release);
$("over").addEventListener("pointercancel", release);
$("find").addEventListener("click", survey);
$("save").addEventListener("click", save);
$("undo").addEventListener("click", () => {
  layout = JSON.parse(kept);
  seats = layout.seats_clockwise.length;
  chosen = null;
  draw();
});
$("fewer").addEventListener("click", () => seatsAre(seats - 1));
$("more").addEventListener("click", () => seatsAre(seats + 1));
$("rename").addEventListener("click", rename);
$("mirror").addEventListener("click", () => turned(() => (layout.mirror = !layout.mirror)));
$("rotate").addEventListener("click", () => turned(() => (layout.rotate = ((layout.rotate ?? 0) + 90) % 360)));
$("remove").addEventListener("click", () => {
  delete layout.areas[chosen];
  chosen = null;
  draw();
});
$("done-zone").addEventListener("click", () => {
  chosen = null;
  draw();
});
$("shape").addEventListener("change", () => {
  shapeIs();
  survey();
});
addEventListener("resize", draw);
addEventListener("beforeunload", (e) => layout && JSON.stringify(layout) !== kept && e.preventDefault());

live(() => true, 350, (data, error) => {
  $("screen").hidden = !data;
  if (!data) return status(t(error), true);
  const changed = pixels[0] !== data.pixels[0] || pixels[1] !== data.pixels[1];
  pixels = data.pixels;
  status(data.state_text, !data.state_ok);
  $("mosaic").hidden = data.clear;
  if (changed) draw();
  if (data.state === "moved" && data.proposal && !drag && JSON.stringify(layout) === kept) {
    layout = data.proposal; // the table as the push has left it, for the host to look at
    draw();
  }
  return undefined;
});
begin();
