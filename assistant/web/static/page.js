// What the player's, the host's and the table's page share: notice line, connection sign, whose turn since when.

import { $, h, say } from "./dom.js";
import { clock, t } from "./words.js";

let hide = 0;
$("notice")?.addEventListener("click", (e) => (e.currentTarget.hidden = true)); // read, and in the way of what lies below

export function notice(text, good = false, time = good ? 4000 : 7000) {
  if (!text) return;
  const box = $("notice");
  box.textContent = text;
  box.classList.toggle("good", good);
  box.hidden = false;
  clearTimeout(hide);
  hide = setTimeout(() => (box.hidden = true), time);
}

const LOST = 8000; // ms without the table after which its address may have changed
let lost = 0;
let code = ""; // the player's own seat code, shown only when he may need it

export const keepCode = (digits) => (code = digits);

export function online(yes) {
  document.body.classList.toggle("lost", !yes);
  const box = $("offline");
  box.hidden = yes;
  if (yes) {
    clearTimeout(lost);
    lost = 0;
  } else if (!lost) {
    box.dataset.text ??= box.textContent;
    say(box, box.dataset.text);
    lost = setTimeout(() => say(box, [t("address_changed"), code && t("code_is", { code })].filter(Boolean).join(" ")), LOST);
  }
}

export function words(answer) {
  const { status, data } = answer;
  if (data.text) return data.text;
  if (status === 0) return t("err_offline");
  if (status === 429) return t("err_often");
  return t("err_refused");
}

export async function tell(answer) {
  const got = await answer;
  if (!got.data.ok) notice(words(got));
  return got.data;
}

// The seconds that the clock of the turn still gives, once they are shown at all.
export function countdown(state) {
  const clockOf = state.extra?.clock;
  const now = Date.now() / 1000 - state.skew;
  return clockOf && now >= clockOf.shows ? Math.max(0, Math.ceil(clockOf.ends - now)) : null;
}

export function waiting(state) {
  const left = countdown(state);
  const who = turn(state);
  return left === null ? who : `${who} · ${t("seconds_left", { n: left })}`;
}

function turn(state) {
  if (state.extra?.paused) return "";
  const names = state.seats.filter((s) => s.speaking).map((s) => s.name ?? s.seat);
  if (!names.length) return "";
  const since = state.since ? Date.parse(state.since) / 1000 : null;
  const ago = since === null ? "" : clock(Date.now() / 1000 - state.skew - since);
  if (state.your_turn) return ago ? t("your_turn_since", { ago }) : t("your_turn");
  return ago ? t("waiting_since", { name: names.join(", "), ago }) : t("waiting", { name: names.join(", ") });
}

// On one's own phone: "Fala o Ás — é você", or that the word has come round to oneself.
export function headline(state) {
  const me = state.seats.find((s) => s.seat === state.you);
  if (!state.your_turn || !me?.name || state.phase !== "betting") return state.headline;
  const own = ` — ${me.name}`;
  return state.headline.endsWith(own) ? state.headline.slice(0, -own.length) + ` — ${t("its_you")}` : t("your_turn");
}

export function tick(current) {
  setInterval(() => {
    const state = current();
    if (!state) return;
    say($("since"), waiting(state));
    $("since").classList.toggle("counting", countdown(state) !== null);
  }, 1000);
}

export function logList(state) {
  return h("ol", { class: "log" }, [...state.log].reverse().map((line) => h("li", {}, line)));
}

// The head of the chain at the end of a hand: the phone keeps what it saw, so that nobody can write the night anew.
export function headCode(state) {
  if (!state.verdict?.confirmed || !state.chain_head) return "";
  const code = `${state.seq}:${state.chain_head.slice(0, 16)}`;
  try {
    const kept = JSON.parse(localStorage.getItem("fala_heads") ?? "{}");
    const mine = (kept[state.table] ??= {});
    mine[state.hand] ??= code;
    localStorage.setItem("fala_heads", JSON.stringify(kept));
    return mine[state.hand];
  } catch {
    return code; // a private window keeps nothing
  }
}
