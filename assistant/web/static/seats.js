// The table: every seat with its cards, clockwise from one's own place; two columns on a phone, an oval on a wide screen.

import { card } from "./cards.js";
import { h } from "./dom.js";
import { t } from "./words.js";

const OVAL = 6; // more seats than that would lie on each other

// Clockwise from below: up the left side, across, down the right side. Odd ones out sit at the head.
function places(count) {
  const side = Math.floor(count / 2);
  const head = count % 2;
  const out = [];
  for (let i = 0; i < side; i++) out.push({ row: head + side - i, col: "1" });
  if (head) out.push({ row: 1, col: "1 / 3" });
  for (let i = 0; i < side; i++) out.push({ row: head + 1 + i, col: "2" });
  return out;
}

function badges(seat) {
  const out = [];
  if (seat.dealer) out.push(h("span", { class: "badge dealer", title: t("dealer") }, t("dealer_short")));
  if (seat.folded) out.push(h("span", { class: "badge" }, t("folded")));
  if (seat.all_in) out.push(h("span", { class: "badge tudo" }, t("all_in")));
  return out;
}

export function seatBox(seat, { you, marking, onCard, robots = [] }) {
  const mine = seat.seat === you;
  const cls = ["seat"];
  if (mine) cls.push("mine");
  if (seat.speaking) cls.push("speaking");
  if (seat.folded) cls.push("folded");
  if (!seat.name) cls.push("free");
  const name = seat.name ? (mine ? t("you_name", { name: seat.name }) : seat.name) : t("seat_free");
  const cards = seat.cards.map((c, i) =>
    card(c, {
      dim: marking && !c.best,
      best: marking && c.best,
      onclick: onCard ? () => onCard(seat, i) : null,
      label: onCard ? seat.name || seat.seat : null,
    }),
  );
  return h("li", { class: cls.join(" "), "data-seat": seat.seat },
    h("div", { class: "who" },
      h("span", { class: "num", "aria-hidden": "true" }, seat.seat),
      h("span", { class: "name" }, name),
      seat.name && !robots.includes(seat.seat) && h("span", { class: seat.connected ? "dot on" : "dot", role: "img",
        "aria-label": t(seat.connected ? "here" : "away"), title: t(seat.connected ? "here" : "away") }),
      badges(seat)),
    seat.name && h("div", { class: "chips" },
      h("span", { class: "stack" }, t("chips", { n: seat.stack })),
      seat.staked > 0 && h("span", { class: "staked" }, t("staked", { n: seat.staked }))),
    seat.cards.length > 0 && h("div", { class: "cards" }, cards),
    seat.speaking ? h("div", { class: "word turn" }, t("speaking")) : seat.last_word && h("div", { class: "word" }, seat.last_word));
}

export function table(state, opts = {}) {
  const at = state.seats.findIndex((s) => s.seat === opts.you);
  const round = at < 0 ? state.seats : [...state.seats.slice(at), ...state.seats.slice(0, at)];
  const others = at < 0 ? round : round.slice(1);
  const where = places(others.length);
  const rows = Math.ceil(others.length / 2);
  const list = round.map((seat, i) => {
    const box = seatBox(seat, opts);
    const place = at < 0 ? where[i] : i === 0 ? { row: rows + 2, col: "1 / 3" } : where[i - 1];
    // below is 90° in screen angles; clockwise on the screen is growing angle
    const angle = Math.PI / 2 + (2 * Math.PI * (i + (at < 0 ? 0.5 : 0))) / round.length;
    box.style.setProperty("--row", place.row);
    box.style.setProperty("--col", place.col);
    box.style.setProperty("--x", Math.cos(angle).toFixed(4));
    box.style.setProperty("--y", Math.sin(angle).toFixed(4));
    return box;
  });
  const felt = h("ol", { class: state.seats.length > OVAL ? "seats many" : "seats oval", "aria-label": t("seats") }, list);
  if (opts.middle) {
    const middle = h("li", { class: "centre" }, opts.middle);
    middle.style.setProperty("--row", rows + 1);
    felt.append(middle);
  }
  return felt;
}

export function pot(state, onCard = null) {
  const call = state.choice?.to_call;
  return [
    h("div", { class: "pot" }, h("span", { class: "pot-word" }, t("pot")), h("strong", {}, String(state.pot))),
    call > 0 && h("div", { class: "call" }, t("to_call", { n: call })),
    state.centre?.length > 0 && h("div", { class: "cards in-centre", "aria-label": t("centre") }, state.centre.map((c, i) => card(c, { onclick: onCard && (() => onCard(i)), label: onCard && t("centre") }))),
  ];
}
