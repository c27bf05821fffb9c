// What the parts of the bank's sheet share: its words, hours, and buttons.

import { h } from "./dom.js";
import { has, lang, t as word } from "./words.js";

export const t = (code, params) => word(has(`bank.${code}`) ? `bank.${code}` : code, params);

const ARMED = 6000; // ms that a button waits for its second tap

export const hour = (at) => new Date(at).toLocaleTimeString(lang, { hour: "2-digit", minute: "2-digit" });
export const when = (p) => (p.hand ? t("at_hand", { time: hour(p.at), n: p.hand }) : t("at_start", { time: hour(p.at) }));
export const colourName = (c) => (t(`colour_${c}`) === `colour_${c}` ? c : t(`colour_${c}`));

export const once = (label, cls, go) =>
  h("button", { type: "button", class: `act ${cls}`, "data-focus": label, onclick: go }, label);

// What costs money or cannot be taken back is tapped twice; the second label says what the tap does.
export function twice(label, sure, cls, go) {
  let armed = 0;
  const text = h("span", {}, label);
  const el = h("button", { type: "button", class: `act ${cls}`, "data-focus": label, onclick: () => {
    if (Date.now() < armed) {
      armed = 0;
      go();
      return;
    }
    armed = Date.now() + ARMED;
    el.classList.add("armed");
    text.textContent = sure;
    setTimeout(() => {
      el.classList.remove("armed");
      text.textContent = label;
    }, ARMED);
  } }, text);
  return el;
}
