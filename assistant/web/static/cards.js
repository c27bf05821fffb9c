// Playing cards drawn from a few paths: big corner index, one large pip, four colours if wanted.

import { h, s } from "./dom.js";
import { cardName, t } from "./words.js";

const PIPS = {
  h: "M12 21.5C5 15.5 1.8 11.8 1.8 7.9 1.8 4.9 4 2.8 6.7 2.8c2.2 0 4.2 1.3 5.3 3.5 1.1-2.2 3.1-3.5 5.3-3.5 2.7 0 4.9 2.1 4.9 5.1 0 3.9-3.2 7.6-10.2 13.6z",
  d: "M12 1.2 20.5 12 12 22.8 3.5 12z",
  s: "M12 1.5C15 6.2 21.5 9.3 21.5 14.3c0 2.8-2.1 4.7-4.5 4.7-1.6 0-2.9-.7-3.7-1.9.2 2.3.9 3.8 2.5 5.3H8.2c1.6-1.5 2.3-3 2.5-5.3-.8 1.2-2.1 1.9-3.7 1.9-2.4 0-4.5-1.9-4.5-4.7C2.5 9.3 9 6.2 12 1.5z",
  c: "M12 1.5a4.9 4.9 0 0 1 4.2 7.4 4.9 4.9 0 1 1-2.9 8.1c.2 2.2 1 3.8 2.5 5.4H8.2c1.5-1.6 2.3-3.2 2.5-5.4a4.9 4.9 0 1 1-2.9-8.1A4.9 4.9 0 0 1 12 1.5z",
};

export const RANKS = ["A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2"];
export const SUITS = ["s", "h", "d", "c"];
export const rankText = (r) => (r === "T" ? "10" : r);

export function pip(suit, cls = "") {
  return s("svg", { viewBox: "0 0 24 24", class: `pip suit-${suit} ${cls}`, "aria-hidden": "true" }, s("path", { d: PIPS[suit] }));
}

function face(code) {
  if (code === "Jk") {
    return s("svg", { viewBox: "0 0 50 70", "aria-hidden": "true" },
      s("text", { x: 6, y: 22, class: "ix" }, "★"),
      s("text", { x: 25, y: 54, class: "jk", "text-anchor": "middle" }, t("joker_short")));
  }
  const [rank, suit] = [code[0], code[1]];
  const ten = rank === "T";
  return s("svg", { viewBox: "0 0 50 70", class: `suit-${suit}`, "aria-hidden": "true" },
    s("text", { x: ten ? 2 : 4, y: 25, class: "ix", textLength: ten ? 23 : null, lengthAdjust: ten ? "spacingAndGlyphs" : null }, rankText(rank)),
    s("path", { d: PIPS[suit], transform: "translate(4.5 29) scale(.68)" }),
    s("path", { d: PIPS[suit], transform: "translate(20 38) scale(1.12)" }));
}

// card: {code, up, sure, best}; opts: {dim, onclick, label}
export function card(c, opts = {}) {
  const read = c.up && c.code;
  const name = read ? cardName(c.code) : c.up ? t("card_unread") : t("card_closed");
  const cls = ["card"];
  if (!c.up) cls.push("back");
  else if (!c.code) cls.push("unread");
  if (opts.dim) cls.push("dim");
  if (opts.best) cls.push("best");
  if (read && c.sure === false) cls.push("doubt");
  const label = opts.label ? `${opts.label}: ${name}` : name;
  const tag = opts.onclick ? "button" : "span";
  const el = h(tag, {
    class: cls.join(" "),
    role: opts.onclick ? null : "img",
    type: opts.onclick ? "button" : null,
    "aria-label": opts.onclick ? null : label,
    "aria-pressed": opts.pressed === undefined ? null : String(opts.pressed),
    onclick: opts.onclick,
  });
  if (read) el.append(face(c.code));
  else if (c.up) el.append("?");
  if (opts.onclick) el.append(h("span", { class: "hidden-text" }, label));
  return el;
}
