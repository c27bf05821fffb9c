// The player's phone: what the dealer says, the open cards, and the few things one may do now.

import { blinkTitle, callPlayer, look, pref, setPref, stayAwake, switches } from "./alerts.js";
import { Chooser } from "./choice.js";
import { $, h, patch, say } from "./dom.js";
import { Link, get, newId, post } from "./net.js";
import { headCode, headline, keepCode, logList, notice, online, tell, tick, waiting } from "./page.js";
import { pot, table } from "./seats.js";
import { showdown } from "./showdown.js";
import { t } from "./words.js";

let state = null;
let bank = null; // comes after the first picture of the table
let called = null; // the decision the player was last called for

const chooser = new Chooser($("choice"), (value, amount, places) =>
  tap({ decision: state.choice.decision, value, amount, places }), () => state.extra.chips ?? []);

async function tap(body) {
  const done = await tell(post("/api/tap", { id: newId(), seen: state.seq, ...body }));
  if (!done.ok) link.pull();
  else navigator.vibrate?.(20);
  return done;
}

function draw(next) {
  const first = state === null;
  state = next;
  bank?.draw(state);
  const me = state.seats.find((s) => s.seat === state.you);
  document.body.classList.toggle("mine", state.your_turn);
  const head = headline(state);
  say($("headline"), head);
  say($("subline"), head === t("your_turn") ? state.headline : state.subline);
  say($("since"), waiting(state));
  say($("game"), [state.game, state.hand && t("hand_n", { n: state.hand })].filter(Boolean).join(" · "));
  patch($("table"), [state.seats, state.pot, state.centre, state.choice?.to_call, state.you], () =>
    table(state, { you: state.you, marking: Boolean(state.verdict), robots: state.extra.robots, middle: pot(state) }));
  patch($("verdict"), state.verdict, () => (state.verdict ? showdown(state.verdict, state.seats, state.extra.contests && `/contest?hand=${state.hand}`, headCode(state)) : []));
  patch($("questions"), [state.questions, state.notices, state.extra.contests], () => [
    (state.extra.contests ?? []).map((n) => h("a", { class: "question", href: `/contest?hand=${n}` }, t("contested", { n }))),
    state.notices.map((text) => h("p", { class: "todo" }, text)),
    state.questions.map((q) => h("p", { class: "question" }, q.text))]);
  chooser.draw(state.choice, me);
  patch($("log"), state.log, () => logList(state));
  patch($("devices"), state.devices, () =>
    state.devices.filter((d) => !d.ok).map((d) => h("p", { class: "device bad" }, `${d.name}: ${d.text}`)));
  call(head, first);
  if (first) bring();
}

async function bring() {
  try {
    const style = h("link", { rel: "stylesheet", href: new URL("./bank.css", import.meta.url).pathname });
    const styled = new Promise((done) => { style.onload = style.onerror = done; });
    document.head.append(style);
    const [{ BankSheet }] = await Promise.all([import("./bank.js"), styled]);
    bank = new BankSheet("player");
    bank.draw(state);
  } catch {
    setTimeout(bring, 3000); // the network will be back
  }
}

function call(head, first) {
  const decision = state.your_turn ? state.choice?.decision : null;
  blinkTitle(Boolean(decision), t("title_turn"));
  if (decision && decision !== called) {
    const words = head === state.headline || head === t("your_turn") ? `${t("your_turn")}. ${state.choice.prompt}` : head;
    say($("live"), words);
    if (!first) callPlayer(words);
  } else if (state.verdict && !first) {
    say($("live"), `${state.verdict.headline}. ${state.verdict.reason}`);
  }
  called = decision;
}

function menu() {
  const panel = $("menu");
  $("menu-open").addEventListener("click", async () => {
    panel.showModal();
    const { data } = await get("/api/me");
    if (data.code) say($("code"), `${data.code.slice(0, 3)} ${data.code.slice(3)}`);
  });
  $("menu-close").addEventListener("click", () => panel.close());
  $("switches").append(...switches().map(([name, label]) => {
    const box = h("input", { type: "checkbox", checked: pref(name), onchange: (e) => setPref(name, e.target.checked) });
    return h("label", { class: "switch" }, box, h("span", {}, label));
  }));
}

look();
menu();
tick(() => state);
const link = new Link("player", { state: draw, online, gone: () => location.replace("/") });
get("/api/me").then(({ data }) => data.code && keepCode(`${data.code.slice(0, 3)} ${data.code.slice(3)}`)).catch(() => {});
stayAwake();
if (new URLSearchParams(location.search).has("new")) {
  history.replaceState(null, "", "/play");
  get("/api/me").then(({ data }) => data.code && notice(t("your_code", { code: data.code }), true, 9000));
}
