// A hand in dispute: what the camera read, the rules in force, the hands side by side, and how the table settles it.

import { look } from "./alerts.js";
import { RANKS, SUITS, card, rankText } from "./cards.js";
import { $, h, patch, say } from "./dom.js";
import { Link, get, newId, post } from "./net.js";
import { notice, online, tell } from "./page.js";
import { t } from "./words.js";

const role = $("page").dataset.role;
const asked = new URLSearchParams(location.search).get("hand");
let hand = asked ? Number(asked) : null;
let data = null;
let picking = null; // {subject, fact, note}: a contest being put together
let way = null; // the host's half-made proposal: {outcome, card, amount, payout}

const url = (name) => `/evidence/${name}.jpg?as=${role}`;
const send = async (path, body) => {
  const done = await tell(post(`/api/records/${path}?as=${role}`, { id: newId(), ...body }));
  if (done.ok) {
    if (done.text) notice(done.text, true);
    picking = null;
    way = null;
  }
  await pull();
  return done;
};

async function pull() {
  const { status, data: found } = await get(`/api/records/case?as=${role}${hand ? `&hand=${hand}` : ""}`);
  if (status === 404) return say($("headline"), t("nothing"));
  if (status !== 200) return undefined;
  data = found;
  hand = found.hand;
  return draw();
}

function go(n) {
  hand = n;
  picking = null;
  way = null;
  history.replaceState(null, "", `/contest?hand=${n}${role === "host" ? "&as=host" : ""}`);
  pull();
}

const button = (label, cls, onclick, more = {}) => h("button", { type: "button", class: `act ${cls}`, onclick, ...more }, label);

function twice(label, cls, run) {
  let armed = 0;
  const el = button(label, cls, () => {
    if (Date.now() < armed) return run();
    armed = Date.now() + 5000;
    el.classList.add("armed");
    el.textContent = t("again", { what: label });
    setTimeout(() => { armed = 0; el.classList.remove("armed"); el.textContent = label; }, 5000);
    return undefined;
  });
  return el;
}

const openOne = () => data.contests.find((c) => c.open) ?? null;

function photo(c) {
  const marked = picking?.fact === c.fact || openOne()?.fact === c.fact;
  const pick = picking?.subject === "card";
  const inside = c.crop
    ? h("img", { src: url(c.crop), alt: c.text, loading: "lazy" })
    : card({ code: c.code, up: true, sure: true }, {});
  const cls = ["shot", c.best && "best", marked && "asked"].filter(Boolean).join(" ");
  const tap = pick ? () => { picking.fact = c.fact; draw(); } : c.frame ? () => zoom(c.frame, c.label) : null;
  return h("figure", { class: cls, "data-fact": c.fact },
    tap ? h("button", { type: "button", class: "plain-button", onclick: tap, "aria-label": c.label }, inside) : inside,
    h("figcaption", {}, h("strong", {}, c.text), h("span", {}, c.how), c.was && h("span", {}, t("was", { card: c.was })), c.gone && h("span", {}, t("gone"))));
}

function hands() {
  return data.hands.filter((x) => x.cards.length).map((x) =>
    h("div", { class: x.winner ? "shown winner" : "shown" },
      h("div", { class: "shown-who" }, h("strong", {}, x.name), x.winner && h("span", { class: "badge win" }, t("wins")),
        x.folded && h("span", { class: "badge" }, t("folded")), h("span", {}, x.words)),
      h("div", { class: "shots" }, x.cards.map(photo))));
}

function zoom(name, label) {
  $("zoom-img").src = url(name);
  $("zoom-img").alt = label;
  $("zoom").showModal();
}

function frames() {
  if (!data.frames.length) return h("p", { class: "hint" }, t("no_pictures"));
  return h("div", { class: "frames" }, data.frames.map((f) =>
    h("button", { type: "button", class: "plain-button", onclick: () => zoom(f.frame, t("frame_at", { at: f.at })) },
      h("img", { src: url(f.frame), alt: t("frame_at", { at: f.at }), loading: "lazy" }))));
}

// --- asking ----------------------------------------------------------------------------------------------------------

function ask() {
  if (!data.may || openOne()) return [];
  if (!picking) {
    return [h("h2", {}, t("ask")), h("div", { class: "choices" },
      ["showdown", "card", "amount", "speaker"].map((s) => button(t(`ask_${s}`), "", () => { picking = { subject: s, fact: null }; draw(); })))];
  }
  const parts = [h("h2", {}, t(`ask_${picking.subject}`))];
  if (picking.subject === "card") parts.push(h("p", {}, picking.fact ? labelOf(picking.fact) : t("tap_card")));
  if (picking.subject === "amount") {
    parts.push(h("p", {}, t("tap_word")), h("div", { class: "choices" }, data.words.map((w) =>
      button(w.text, picking.fact === w.fact ? "go" : "", () => { picking.fact = w.fact; draw(); }))));
  }
  const note = h("input", { maxlength: 200, "aria-label": t("note"), placeholder: t("note"), "data-focus": "note", value: picking.note ?? "", oninput: (e) => (picking.note = e.target.value) });
  const ready = picking.fact || picking.subject === "showdown" || picking.subject === "speaker";
  parts.push(note, h("div", { class: "row" },
    h("button", { type: "button", class: "big go", disabled: !ready, id: "contest-go", onclick: () =>
      send("contest", { hand: data.hand, subject: picking.subject, fact: picking.fact, note: picking.note ?? "" }) }, t("contest")),
    button(t("cancel"), "", () => { picking = null; draw(); })));
  return parts;
}

function labelOf(fact) {
  for (const x of data.hands) for (const c of x.cards) if (c.fact === fact) return c.label;
  return data.words.find((w) => w.fact === fact)?.text ?? "";
}

// --- settling --------------------------------------------------------------------------------------------------------

function contestBox(c) {
  const parts = [h("p", { class: "contest-text" }, c.text), c.note && h("p", { class: "hint" }, `“${c.note}”`)];
  if (c.resolution) {
    parts.push(h("p", { class: "resolved" }, c.resolution.text), h("ul", { class: "lines" }, c.resolution.moves.map((m) => h("li", {}, m))),
      h("p", { class: "hint" }, c.resolution.by.join(", ")));
  } else {
    if (c.proposal) {
      parts.push(h("div", { class: "proposal" }, h("p", {}, t("proposed")), h("p", { class: "contest-text" }, c.proposal.text),
        h("ul", { class: "lines" }, c.proposal.moves.map((m) => h("li", {}, m))), c.proposal.no && h("p", { class: "error" }, c.proposal.no)));
    }
    parts.push(h("p", { class: "hint" }, c.need));
    if (c.votes.length) parts.push(h("ul", { class: "lines" }, c.votes.map((v) => h("li", {}, t(v.agrees ? "votes_yes" : "votes_no", { name: v.name })))));
    if (role === "player" && c.proposal) {
      parts.push(h("div", { class: "row" },
        button(t("agree"), "go", () => send("vote", { contest: c.id, agrees: true, seen: c.proposal.seq })),
        button(t("disagree"), "", () => send("vote", { contest: c.id, agrees: false, seen: c.proposal.seq }))));
    }
    if (role === "host") parts.push(...settle(c));
  }
  parts.push(h("p", { class: "links" }, h("a", { href: `/report/${c.id}.html?as=${role}` }, t("report_html")), " · ",
    h("a", { href: `/report/${c.id}.pdf?as=${role}` }, t("report_pdf"))));
  return h("div", { class: c.open ? "contest open" : "contest", "data-contest": c.id }, parts);
}

function settle(c) {
  const out = [];
  if (c.proposal && !c.proposal.no && !way) out.push(twice(t("resolve"), c.enough ? "go" : "", () => send("resolve", { contest: c.id })));
  const outcomes = ["keep", c.subject === "card" && "card", c.subject === "amount" && "amount", data.over || data.headline ? "split" : null, "void"].filter(Boolean);
  out.push(h("h3", {}, t("propose")), h("div", { class: "choices" }, outcomes.map((o) =>
    button(t(`way_${o}`), way?.outcome === o ? "go" : "", () => {
      way = { outcome: o, payout: {} };
      if (o === "keep" || o === "void") return send("propose", { contest: c.id, outcome: o });
      return draw();
    }))));
  if (way?.outcome === "card") out.push(cardPicker(c));
  if (way?.outcome === "amount") out.push(amountPicker(c));
  if (way?.outcome === "split") out.push(splitPicker(c));
  return out;
}

function cardPicker(c) {
  return h("div", { class: "picker" },
    h("div", { class: "ranks" }, RANKS.map((r) => button(rankText(r), way.rank === r ? "go small" : "small", () => { way.rank = r; draw(); }))),
    h("div", { class: "row" }, SUITS.map((s) => h("button", { type: "button", class: `act suit-${s}`, disabled: !way.rank,
      onclick: () => send("propose", { contest: c.id, outcome: "card", fact: c.fact, card: way.rank + s }) }, `${way.rank ? rankText(way.rank) : ""}${t(`sign_${s}`)}`))));
}

function amountPicker(c) {
  const box = h("input", { type: "number", inputmode: "numeric", min: 0, "aria-label": t("amount"), "data-focus": "amount" });
  return h("div", { class: "row" }, box, button(t("propose_it"), "go", () => box.value && send("propose", { contest: c.id, outcome: "amount", fact: c.fact, amount: Number(box.value) })));
}

function splitPicker(c) {
  const boxes = data.seats.map((s) => [s, h("input", { type: "number", inputmode: "numeric", min: 0, value: 0, "aria-label": s.name, "data-focus": `split-${s.seat}` })]);
  return h("div", { class: "picker" }, h("p", { class: "hint" }, t("split_total", { n: data.pot })),
    boxes.map(([s, box]) => h("label", { class: "split" }, h("span", {}, s.name), box)),
    button(t("propose_it"), "go", () => send("propose", { contest: c.id, outcome: "split",
      payout: Object.fromEntries(boxes.map(([s, box]) => [s.seat, Number(box.value) || 0])) })));
}

function draw() {
  say($("game"), [data.table, data.game].filter(Boolean).join(" · "));
  say($("headline"), data.headline || t("hand_n", { n: data.hand }));
  say($("subline"), data.reason);
  const at = data.numbers.indexOf(data.hand);
  patch($("hands"), [data.numbers, data.hand], () => [
    h("button", { type: "button", class: "act small", disabled: at <= 0, "aria-label": t("previous"), onclick: () => go(data.numbers[at - 1]) }, "‹"),
    h("span", {}, t("hand_n", { n: data.hand })),
    h("button", { type: "button", class: "act small", disabled: at < 0 || at >= data.numbers.length - 1, "aria-label": t("next"), onclick: () => go(data.numbers[at + 1]) }, "›"),
  ]);
  patch($("contests"), [data.contests, way, data.in_hand], () => [data.contests.map(contestBox)]);
  $("contests").hidden = !data.contests.length;
  patch($("ask"), [data.may, picking && { ...picking, note: "" }, data.words, Boolean(openOne())], ask);
  $("ask").hidden = !$("ask").childElementCount;
  patch($("cards"), [data.hands, picking, openOne()?.fact], hands);
  const changes = data.contests.find((c) => c.what_if.length)?.what_if ?? [];
  patch($("what-if"), changes, () => changes.map((w) => h("li", { class: w.same ? "hint" : "" }, w.text)));
  $("change").hidden = !changes.length;
  patch($("frames"), data.frames, frames);
  patch($("rules"), data.rules, () => data.rules.map((r) => h("li", {}, h("strong", {}, r.code), " ", r.text)));
  patch($("ladder"), data.ladder, () => data.ladder.map((r) => h("li", { class: r.seats.length ? "mine-row" : "" }, r.text, r.seats.length ? ` — ${r.seats.join(", ")}` : "")));
  patch($("said"), data.words, () => data.words.map((w) => h("li", {}, w.text)));
}

look();
$("zoom-close").addEventListener("click", () => $("zoom").close());
$("zoom").addEventListener("click", (e) => e.target === $("zoom") && $("zoom").close());
let seen = -1;
new Link(role, { state: (s) => { if (s.seq !== seen) { seen = s.seq; pull(); } }, online, gone: () => location.replace("/") });
