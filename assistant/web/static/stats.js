// The night in numbers: stacks over time, a line a player, who spoke, won and how, and how the camera did.

import { look } from "./alerts.js";
import { $, h, s, say } from "./dom.js";
import { get } from "./net.js";
import { t } from "./words.js";

const role = $("page").dataset.role;
const COLOURS = ["#f2c14e", "#7fe0ac", "#ff9a85", "#8ec9ff", "#e6a6ff", "#fff3b0", "#ffb3d1", "#b6f09c", "#c9c2ff", "#ffd6a5"];
const DASHES = ["", "7 4", "2 4", "10 4 2 4", "1 3", "12 3", "5 2 1 2", "", "7 4", "2 4"]; // not by colour alone

function plot(players) {
  const [W, H, L, B] = innerWidth < 700 ? [400, 260, 36, 26] : [720, 280, 46, 28];
  const hands = [...new Set(players.flatMap((p) => p.stacks.map(([n]) => n)))].sort((a, b) => a - b);
  if (hands.length < 2) return h("p", { class: "hint" }, t("too_few"));
  const top = Math.max(1, ...players.flatMap((p) => p.stacks.map(([, n]) => n)));
  const x = (n) => L + ((W - L - 90) * hands.indexOf(n)) / (hands.length - 1);
  const y = (n) => 10 + (H - B - 10) * (1 - n / top);
  const step = top / 4;
  const grid = [0, 1, 2, 3, 4].map((i) => [
    s("line", { x1: L, x2: W - 90, y1: y(step * i), y2: y(step * i), class: "grid" }),
    s("text", { x: L - 6, y: y(step * i) + 4, class: "tick", "text-anchor": "end" }, String(Math.round(step * i)))]);
  const lines = players.map((p, i) => s("polyline", { points: p.stacks.map(([n, c]) => `${x(n)},${y(c)}`).join(" "),
    fill: "none", stroke: COLOURS[i % 10], "stroke-width": 2.5, "stroke-dasharray": DASHES[i % 10] || null }));
  const ends = players.map((p, i) => ({ i, name: p.name, at: y(p.stacks.at(-1)?.[1] ?? 0) })).sort((a, b) => a.at - b.at);
  for (let i = 1; i < ends.length; i++) ends[i].at = Math.max(ends[i].at, ends[i - 1].at + 15);
  const over = ends.length ? Math.max(0, ends.at(-1).at - (H - B)) : 0;
  const names = ends.map((e) => s("text", { x: W - 84, y: e.at - over + 4, class: "name-tick", fill: COLOURS[e.i % 10] }, e.name));
  const marks = hands.filter((_, i) => i % Math.ceil(hands.length / 8) === 0).map((n) =>
    s("text", { x: x(n), y: H - 8, class: "tick", "text-anchor": "middle" }, n ? String(n) : t("start")));
  return s("svg", { viewBox: `0 0 ${W} ${H}`, class: "plot", role: "img", "aria-label": t("plot") }, grid, lines, names, marks);
}

const signed = (n) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0");

function bars(rows) {
  const most = Math.max(1, ...rows.map((r) => r.n));
  return h("ul", { class: "bars" }, rows.map((r) => {
    const bar = h("span", { class: "bar-fill" });
    bar.style.setProperty("--share", r.n / most);
    return h("li", {}, h("span", {}, r.text), h("span", { class: "bar-box" }, bar), h("strong", {}, String(r.n)), r.who && h("span", { class: "bar-who" }, r.who));
  }));
}

function draw(d) {
  say($("game"), [d.table, d.date].filter(Boolean).join(" · "));
  say($("headline"), t("headline", { night: d.night, hands: d.hands }));
  say($("subline"), [d.voided && t("voided", { n: d.voided }), d.contests && t("contests", { n: d.contests })].filter(Boolean).join(" · "));
  $("plot").replaceChildren(plot(d.players));
  const cols = ["result", "hands", "spoke_first", "left", "won_shown", "won_unshown", "biggest"]; // what is asked first is in sight on a phone
  $("players").replaceChildren(h("table", { class: "numbers" },
    h("thead", {}, h("tr", {}, h("th", {}, t("name")), cols.map((c) => h("th", {}, t(c === "result" ? "chips_won" : c))))),
    h("tbody", {}, d.players.map((p) => h("tr", {}, h("th", { scope: "row" }, p.name),
      cols.map((c) => h("td", {}, c === "result" ? signed(p[c]) : String(p[c]))))))));
  $("pots").replaceChildren(d.pots.length ? h("ol", { class: "lines" }, d.pots.map((p) =>
    h("li", {}, h("a", { href: `/replay?hand=${p.hand}&as=${role}` }, t("pot_line", { n: p.chips, name: p.name, hand: p.hand }))))) : h("p", { class: "hint" }, t("none")));
  const all = new Map();
  for (const p of d.players) for (const c of p.categories) all.set(c.text, [...(all.get(c.text) ?? []), { name: p.name, n: c.n }]);
  const rows = [...all].map(([text, own]) => ({ text, n: own.reduce((sum, o) => sum + o.n, 0),
    who: own.sort((a, b) => b.n - a.n).map((o) => `${o.name} ${o.n}`).join(" · ") })).sort((a, b) => b.n - a.n);
  $("categories").replaceChildren(rows.length ? bars(rows) : h("p", { class: "hint" }, t("none")));
  const c = d.camera;
  $("camera").replaceChildren(bars([{ text: t("cam_sure"), n: c.sure }, { text: t("cam_typed"), n: c.typed }, { text: t("cam_asked"), n: c.asked }, { text: t("cam_corrected"), n: c.corrected }]));
  $("nights").hidden = d.nights < 2;
  $("nights").replaceChildren(...Array.from({ length: d.nights }, (_, i) => h("button", { type: "button", class: "act small", disabled: i + 1 === d.night, onclick: () => load(i + 1) }, t("night_n", { n: i + 1 }))));
}

async function load(night) {
  const { status, data } = await get(`/api/records/stats?as=${role}${night ? `&night=${night}` : ""}`);
  if (status === 200) draw(data);
}

look();
load(null);
