// What the camera sees and believes, over the live picture: for the host alone.

import { $, h, patch, s, say } from "./dom.js";
import { label, live, middle, points, stage, status, zoneName } from "./eye.js";
import { t } from "./words.js";

const short = (card) => {
  if (!card) return "?";
  if (card === "back") return t("back");
  if (card === "Jk") return t("joker");
  return `${card[0] === "T" ? "10" : card[0]}${t(`sign_${card[1]}`)}`;
};

function draw(data) {
  const [w, hh] = data.pixels;
  const svg = $("over");
  stage(svg, w, hh);
  const size = w / 46;
  const kids = [];
  for (const [name, polygon] of Object.entries(data.zones)) {
    const masked = data.masked.includes(name);
    const seat = data.seats.includes(name);
    kids.push(s("polygon", { points: points(polygon, w, hh), class: `zone${masked ? " masked" : ""}${seat ? " seat" : ""}` }));
    if (name.startsWith("hand:")) continue;
    const [x, y] = middle(polygon);
    kids.push(label(x * w, y * hh, zoneName(name), seat ? size * 1.6 : size * 0.9, "zone-name"));
  }
  for (const card of data.cards) {
    const kind = card.card === "back" ? "closed" : card.sure ? "sure" : "unsure";
    kids.push(s("polygon", { points: points(card.quad, w, hh), class: `card ${kind}${card.covered ? " covered" : ""}` }));
    const x = middle(card.quad)[0];
    const top = Math.min(...card.quad.map((p) => p[1])); // the label stands above the card, not on its index
    const y = Math.max(top - (size * 0.85) / hh, (size * 0.8) / hh);
    const says = card.sure ? short(card.card) : card.guess ? `${short(card.guess)}?` : "?";
    const text = card.card === "back" ? says : `${says} ${Math.round(card.certainty * 100)}%`;
    const wide = text.length * size * 0.62 + size * 0.6;
    kids.push(s("rect", { x: x * w - wide / 2, y: y * hh - size * 0.75, width: wide, height: size * 1.5, rx: size / 3, class: `tag ${kind}` }));
    kids.push(label(x * w, y * hh, text, size, `tag-text ${kind}`));
  }
  svg.replaceChildren(...kids);
}

live(() => true, 200, (data, error) => {
  $("screen").hidden = !data;
  if (!data) return status(t(error), true);
  draw(data);
  status(data.state_text, !data.state_ok);
  say($("rate"), t("rate", { fps: data.fps, ms: data.ms, dropped: data.dropped, w: data.pixels[0], h: data.pixels[1] }));
  patch($("problems"), data.problem_texts, () => data.problem_texts.map((line) => h("li", {}, line)));
  $("fine").hidden = data.problem_texts.length > 0 || !data.state_ok;
  patch($("seats"), data.seat_texts, () => data.seat_texts.map(([seat, cards]) => h("div", { class: "line" }, h("b", {}, t("seat_n", { seat })), h("span", {}, cards))));
  $("mosaic").hidden = data.clear || !data.hand;
  return undefined;
});
