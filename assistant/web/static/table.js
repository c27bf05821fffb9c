// The television: open cards, pot, and what the dealer says, in very large type and aloud.

import { chime, look, setPref, speak, stayAwake } from "./alerts.js";
import { $, patch, say } from "./dom.js";
import { Link } from "./net.js";
import { online, tick, waiting } from "./page.js";
import { pot, table } from "./seats.js";
import { showdown } from "./showdown.js";
import { t } from "./words.js";

let state = null;
let spoken = null;
let aloud = false; // somebody asked this very screen to speak

function draw(next) {
  const first = state === null;
  state = next;
  say($("headline"), state.headline);
  say($("subline"), state.verdict ? state.verdict.reason : [state.subline, ...state.notices].filter(Boolean).join(" · "));
  say($("since"), waiting(state));
  say($("game"), [state.table, state.game, state.hand && t("hand_n", { n: state.hand })].filter(Boolean).join(" · "));
  const free = state.seats.some((s) => !s.name) || state.phase === "lobby";
  document.body.classList.toggle("lobby", state.phase === "lobby");
  $("join").hidden = !free;
  if (state.url !== $("url").textContent) {
    say($("url"), state.url);
    $("qr").src = `/qr.svg?u=${encodeURIComponent(state.url)}`;
  }
  document.body.classList.toggle("has-verdict", Boolean(state.verdict));
  patch($("table"), [state.seats, state.pot, state.centre], () =>
    table(state, { marking: Boolean(state.verdict), robots: state.extra.robots, middle: pot(state) }));
  patch($("verdict"), state.verdict, () => (state.verdict ? showdown(state.verdict, state.seats) : []));
  const words = state.verdict ? `${state.headline}. ${state.verdict.reason}` : state.headline;
  if (words !== spoken) {
    say($("live"), words);
    if (!first && (aloud || !state.spoken)) { // where the computer itself speaks, one voice is enough
      chime();
      speak(words);
    }
    spoken = words;
  }
}

look();
setPref("vibration", false);
stayAwake();
tick(() => state);
$("voice").addEventListener("click", () => {
  aloud = true;
  $("voice").hidden = true; // the touch itself lets the browser speak
  speak(state?.headline ?? "");
});
new Link("screen", { state: draw, online, gone: () => location.replace("/table") });
