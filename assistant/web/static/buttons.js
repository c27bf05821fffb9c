// Buttons of the host's page: once, or with a second tap where a word cannot be taken back by itself.

import { h } from "./dom.js";
import { t } from "./words.js";

export const once = (label, cls, go, more = {}) =>
  h("button", { type: "button", class: `act ${cls}`, "data-focus": label, onclick: go, ...more }, label);

export function twice(label, cls, go, more = "") {
  const text = h("span", {}, label);
  let armed = 0;
  const el = h("button", { type: "button", class: `act ${cls}`, "data-focus": label, onclick: () => {
    if (Date.now() < armed) return go();
    armed = Date.now() + 5000;
    el.classList.add("armed");
    text.textContent = more || t("again", { what: label });
    setTimeout(() => {
      armed = 0;
      el.classList.remove("armed");
      text.textContent = label;
    }, 5000);
  } }, text);
  return el;
}
