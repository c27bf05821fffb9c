// What the player's, the host's and the table's page share: notice line, connection sign, whose turn since when.

import { $, h, say } from "./dom.js";
import { clock, t } from "./words.js";

let hide = 0;

export function notice(text, good = false, time = good ? 4000 : 7000) {
  if (!text) return;
  const box = $("notice");
  box.textContent = text;
  box.classList.toggle("good", good);
  box.hidden = false;
  clearTimeout(hide);
  hide = setTimeout(() => (box.hidden = true), time);
}

export function online(yes) {
  document.body.classList.toggle("offline", !yes);
  $("offline").hidden = yes;
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

export function waiting(state) {
  const names = state.seats.filter((s) => s.speaking).map((s) => s.name ?? s.seat);
  if (!names.length) return "";
  const since = state.since ? Date.parse(state.since) / 1000 : null;
  const ago = since === null ? "" : clock(Date.now() / 1000 - state.skew - since);
  if (state.your_turn) return ago ? t("your_turn_since", { ago }) : t("your_turn");
  return ago ? t("waiting_since", { name: names.join(", "), ago }) : t("waiting", { name: names.join(", ") });
}

export function headline(state) {
  const me = state.seats.find((s) => s.seat === state.you);
  if (!state.your_turn || !me?.name || state.phase !== "betting") return state.headline;
  const own = ` — ${me.name}`;
  return state.headline.endsWith(own) ? state.headline.slice(0, -own.length) + ` — ${t("its_you")}` : state.headline;
}

export function tick(current) {
  setInterval(() => {
    const state = current();
    if (state) say($("since"), waiting(state));
  }, 1000);
}

export function logList(state) {
  return h("ol", { class: "log" }, [...state.log].reverse().map((line) => h("li", {}, line)));
}
