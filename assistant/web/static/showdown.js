// The end of a hand under its headline and reason: the five cards of each drawn and the rest greyed, pots, rule.

import { card } from "./cards.js";
import { h } from "./dom.js";
import { t } from "./words.js";

export function showdown(verdict, seats, contest = "", head = "") {
  const name = (seat) => seats.find((s) => s.seat === seat)?.name ?? seat;
  const shown = (hand) =>
    h("div", { class: hand.winner ? "shown winner" : "shown" },
      h("div", { class: "shown-who" },
        h("strong", {}, hand.name), hand.winner && h("span", { class: "badge win" }, t("wins")), h("span", {}, hand.words)),
      h("div", { class: "cards" }, hand.cards.map((c) => card(c, { best: c.best, dim: !c.best }))));
  const winners = verdict.hands.filter((hand) => hand.winner);
  const losers = verdict.hands.filter((hand) => !hand.winner);
  return h("section", { class: "verdict", "aria-label": t("result") },
    verdict.doubt && h("p", { class: "todo" }, verdict.doubt),
    winners.length > 1 ? h("div", { class: "side-by-side" }, winners.map(shown)) : winners.map(shown), // equal fives side by side
    losers.map(shown),
    verdict.pots.length > 0 && h("ul", { class: "pots" },
      verdict.pots.map((p) =>
        h("li", {},
          h("span", {}, t("pot_of", { n: p.amount })), " ",
          p.winners.map((w) => t("share", { name: name(w), n: p.shares[w] ?? 0 })).join(" · "),
          p.reason && p.reason !== verdict.reason && h("span", { class: "hint" }, ` ${p.reason}`)))),
    verdict.rule_words.length > 0 && h("ul", { class: "rules hint", "aria-label": t("rules") }, verdict.rule_words.map((words) => h("li", {}, words))),
    !verdict.confirmed && h("p", { class: "hint" }, t("unconfirmed")),
    head && verdict.confirmed && h("p", { class: "head-code" }, t("head_code", { head })),
    contest && h("a", { class: "see", href: contest }, t("see_pictures")));
}
