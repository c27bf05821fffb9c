// The host's screen: it alone can run a whole hand, with or without camera, dealer machine and phones.

import { blinkTitle, look, pref, setPref, switches } from "./alerts.js";
import { once, twice } from "./buttons.js";
import { BankSheet } from "./bank.js";
import { CardPad } from "./cardpad.js";
import { Chair } from "./chair.js";
import { Chooser } from "./choice.js";
import { trouble } from "./devices.js";
import { $, h, patch, say } from "./dom.js";
import { Link, newId, post } from "./net.js";
import { headCode, logList, notice, online, tell, tick, waiting } from "./page.js";
import { pot, table } from "./seats.js";
import { showdown } from "./showdown.js";
import { t } from "./words.js";

const CENTRE = "centre"; // where cards lie that belong to no seat
let state = null;
const bank = new BankSheet("host");
const choosers = new Map(); // seat -> chooser, so that one seat's half-typed amount survives another's tap

const nameOf = (seat) => {
  if (seat === CENTRE) return t("the_centre");
  const s = state.seats.find((x) => x.seat === seat);
  return s?.name ? t("name_seat", { name: s.name, seat }) : t("seat_n", { seat });
};

async function order(decision, value = "", places = [], amount = null) {
  const body = { id: newId(), decision, seen: state.seq, value, places, amount };
  const done = await tell(post("/api/host", body));
  if (done.ok && done.text) notice(done.text, true);
  if (!done.ok) link.pull();
  return done;
}

async function act(decision, value, amount, places) {
  const done = await tell(post("/api/tap?as=host", { id: newId(), decision, seen: state.seq, value, amount, places }));
  if (!done.ok) link.pull();
  return done;
}

const pad = new CardPad($("pad"), async (target, card) => {
  if (target.question) return order(`answer_question:${target.question}`, card);
  return order(`card:${target.seat}`, card, target.place === undefined ? [] : [target.place]);
});

const padTitle = (seat) => (seat === CENTRE ? t("pad_centre") : t("pad_for", { name: nameOf(seat) }));
const chair = new Chair(order, nameOf);

function actions() {
  const main = ["confirm_verdict", "closed_dealt", "next_card", "resume"];
  const rest = state.host.actions.filter((o) => !["start_hand", "practice_hand"].includes(o.value) && !o.danger);
  return [chair.begin(state), rest.map((o) => once(o.label, main.includes(o.value) ? "go" : "small", () => order(o.value)))];
}

function questions() {
  return state.questions.map((q) =>
    h("div", { class: "question" },
      h("p", {}, q.text),
      q.picture && h("img", { src: `/picture/${encodeURIComponent(q.picture)}?as=host&v=${state.rev}`, alt: t("picture_of", { text: q.text }) }),
      h("div", { class: "row" },
        q.guess && once(t("is_card", { card: t("card_short", { rank: q.guess[0] === "T" ? "10" : q.guess[0], suit: t(`sign_${q.guess[1]}`) }) }), "go",
          () => order(`answer_question:${q.id}`, q.guess)),
        q.kind === "card" && once(t("enter_card"), "", () => pad.open({ seat: q.seat, question: q.id }, padTitle(q.seat))),
        q.kind === "yes_no" && [once(t("yes"), "go", () => order(`answer_question:${q.id}`, "yes")), once(t("no"), "", () => order(`answer_question:${q.id}`, "no"))],
        q.options.map((o) => once(o.label, "", () => order(`answer_question:${q.id}`, o.value))))));
}

function drawChoices() {
  const root = $("choices");
  const wanted = new Map(state.host.choices.map((c) => [c.seat, c]));
  for (const [seat, { el }] of choosers) {
    if (!wanted.has(seat)) {
      el.remove();
      choosers.delete(seat);
    }
  }
  for (const [seat, choice] of wanted) {
    if (!choosers.has(seat)) {
      const box = h("div", { class: "choice-box" });
      const el = h("section", { class: "for-seat" }, h("h3", {}), box);
      const entry = { el, choice };
      entry.chooser = new Chooser(box, (v, a, p) => act(entry.choice.decision, v, a, p), () => state.extra.chips ?? [], t("why_short"));
      choosers.set(seat, entry);
      root.append(el);
    }
    const entry = choosers.get(seat);
    entry.choice = choice;
    say(entry.el.querySelector("h3"), t("answer_for", { name: nameOf(seat) }));
    entry.chooser.draw(choice, state.seats.find((s) => s.seat === seat));
  }
  $("choices-part").hidden = wanted.size === 0;
}

function undo() {
  const drastic = state.host.actions.filter((o) => o.danger).map((o) => twice(o.label, "danger", () => order(o.value)));
  return [...chair.undo(state), drastic];
}

const redrawWords = () => patch($("words-list"), [state.host.words, chair.fixing], () => chair.words(state, redrawWords));

function phones() {
  const { asking, let_in: inside } = state.phones;
  const what = (p) => (p.role === "screen" ? t("ask_screen", { number: p.number })
    : t("ask_seat", { name: p.name || t("somebody"), seat: nameOf(p.seat), number: p.number }));
  const label = (p) => (p.role === "player" ? nameOf(p.seat) : t(`role_${p.role}`));
  return [
    asking.map((p) => h("div", { class: "question" }, h("p", {}, what(p)), h("div", { class: "row" },
      once(t("allow"), "go", () => tell(post("/api/phones/allow", { id: p.id }))),
      once(t("refuse"), "", () => tell(post("/api/phones/revoke", { id: p.id })))))),
    h("ul", { class: "phones" }, inside.map((p) => h("li", {},
      h("span", { class: p.here ? "dot on" : "dot", role: "img", "aria-label": p.here ? t("here") : t("away") }), label(p),
      twice(t("forget"), "small", () => tell(post("/api/phones/revoke", { id: p.id })))))),
  ];
}

// People without a phone: the host writes their name, sells them chips and sees them off.
function people() {
  const robots = new Set(state.extra.robots ?? []);
  const going = new Set(state.extra.leaving ?? []);
  return state.seats.map((s) => {
    if (s.name && !robots.has(s.seat)) {
      const who = [h("span", { class: "who" }, nameOf(s.seat)), h("span", { class: "chips" }, t("chips_n", { n: s.stack }))];
      if (going.has(s.seat)) {
        return h("div", { class: "person" }, who, h("span", { class: "hint" }, t("going")), once(t("stay"), "small", () => order(`stay:${s.seat}`)));
      }
      return h("div", { class: "person" }, who, once(t("sell"), "small", () => order(`buy:${s.seat}`, "1")), twice(t("see_off"), "small", () => order(`leave:${s.seat}`)));
    }
    const name = h("input", { maxlength: 24, autocomplete: "off", "aria-label": t("name_for", { seat: s.seat }), placeholder: t("name_short"), "data-focus": `name-${s.seat}` });
    const sit = () => name.value.trim() && order(`seat:${s.seat}`, name.value.trim());
    name.addEventListener("keydown", (e) => e.key === "Enter" && sit());
    return h("div", { class: "person" }, name, h("button", { type: "button", class: "act small", "data-focus": `sit-${s.seat}`, onclick: sit }, t("sit_here")));
  });
}

function addresses() {
  const [first, ...others] = state.phones.urls;
  return [
    h("figure", { class: "qr" }, h("img", { src: `/qr.svg?u=${encodeURIComponent(first)}`, alt: t("qr", { url: first }) }), h("figcaption", {}, first)),
    others.length > 0 && h("p", { class: "hint" }, t("other_addresses")),
    others.map((url) => once(url, "small", () => tell(post("/api/address", { url })))),
  ];
}

function draw(next) {
  const quiet = (s) => s === null || s.phase === "lobby" || s.phase === "between";
  if (quiet(state) !== quiet(next)) $("people-part").open = quiet(next); // in a hand nobody sits down; it opens by hand
  state = next;
  bank.draw(state);
  const host = state.host;
  say($("headline"), state.headline);
  say($("subline"), state.subline);
  say($("since"), waiting(state));
  say($("game-name"), [state.game, state.hand && t("hand_n", { n: state.hand })].filter(Boolean).join(" · "));
  const fix = (seat, i) => seat.cards[i].up && pad.open({ seat: seat.seat, place: i }, t("pad_fix", { name: nameOf(seat.seat), n: i + 1 }));
  const fixCentre = (i) => state.centre[i].up && pad.open({ seat: CENTRE, place: i }, t("pad_fix_centre", { n: i + 1 }));
  patch($("table"), [state.seats, state.pot, state.centre], () => table(state, { marking: Boolean(state.verdict), robots: state.extra.robots, middle: pot(state, fixCentre), onCard: fix }));
  patch($("verdict"), state.verdict, () => (state.verdict ? showdown(state.verdict, state.seats, state.extra.contests && `/contest?hand=${state.hand}&as=host`, headCode(state)) : []));
  patch($("actions"), [host.actions, host.games, state.game], actions);
  patch($("questions"), [state.questions, state.extra.contests], () => [
    (state.extra.contests ?? []).map((n) => h("a", { class: "question", href: `/contest?hand=${n}&as=host` }, t("contested", { n }))),
    questions()]);
  drawChoices();
  pad.wait(host.waiting_cards, padTitle);
  patch($("undo"), [host.undo, host.actions], undo);
  $("words-part").hidden = host.words.length === 0;
  redrawWords();
  patch($("seating"), [state.seats.map((s) => [s.seat, s.name]), host.next_dealer, state.phase], () => chair.seating(state));
  if (chair.rules) chair.drawRules($("rules"), state);
  patch($("people"), [state.seats.map((s) => [s.name, s.stack]), state.extra.robots, state.extra.leaving], people);
  patch($("phones"), [state.phones, state.seats.map((s) => s.name)], phones);
  patch($("addresses"), state.phones.urls, addresses);
  patch($("devices"), state.devices, () => state.devices.length
    ? state.devices.map((d) => h("p", { class: d.ok ? "device" : "device bad" }, `${d.ok ? "✓" : "!"} ${d.name}: ${d.text}`))
    : h("p", { class: "hint" }, t("no_devices")));
  patch($("log"), state.log, () => logList(state));
  trouble(state);
  const asked = state.questions.length + state.phones.asking.length;
  blinkTitle(asked > 0, t("title_question"));
  say($("live"), asked ? state.questions[0]?.text ?? t("somebody_asks") : state.verdict ? state.headline : "");
}

$("rules-part").addEventListener("toggle", (e) => e.target.open && chair.showRules($("rules"), state));
$("new-pin").addEventListener("click", async () => {
  const { data } = await post("/api/pin/renew", {}, 1);
  if (data.pin) say($("pin-text"), t("new_pin_is", { pin: data.pin }));
});
$("switches").append(...switches().filter(([n]) => n === "four").map(([name, label]) =>
  h("label", { class: "switch" }, h("input", { type: "checkbox", checked: pref(name), onchange: (e) => setPref(name, e.target.checked) }), h("span", {}, label))));
look();
tick(() => state);
setInterval(() => trouble(state), 1000);
const link = new Link("host", { state: draw, online, gone: () => location.replace("/host") });
