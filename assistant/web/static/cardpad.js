// Any card in two taps: its rank, its suit.

import { RANKS, SUITS, pip, rankText } from "./cards.js";
import { h } from "./dom.js";
import { t } from "./words.js";

export class CardPad {
  // enter(target, card) -> promise of {ok}
  constructor(root, enter) {
    this.root = root;
    this.enter = enter;
    this.target = null; // chosen by hand; otherwise the seat the hand waits for
    this.waiting = null;
    this.rank = null;
    this.title = h("h2", { id: "pad-title", tabindex: "-1" });
    this.ranks = RANKS.map((r) => h("button", { type: "button", class: "rank", title: t(`rank_${r}`), "aria-pressed": "false",
      onclick: () => this.pick(r) }, rankText(r)));
    this.suits = SUITS.map((x) => h("button", { type: "button", class: "suit", "aria-label": t(`suit_${x}`), disabled: true,
      onclick: () => this.done(this.rank + x) }, pip(x)));
    this.joker = h("button", { type: "button", class: "rank joker", "aria-label": t("rank_Jk"), onclick: () => this.done("Jk") }, h("span", { "aria-hidden": "true" }, "★"));
    this.cancel = h("button", { type: "button", class: "act small", onclick: () => this.close() }, t("cancel"));
    root.append(h("div", { class: "pad-head" }, this.title, this.cancel),
      h("div", { class: "ranks" }, this.ranks, this.joker), h("div", { class: "suits" }, this.suits));
  }

  open(target, title) {
    this.target = target;
    this.pick(null);
    this.title.textContent = title;
    this.draw();
    this.root.scrollIntoView({ block: "nearest" });
    this.title.focus();
  }

  close() {
    this.target = null;
    this.pick(null);
    if (this.waiting) this.title.textContent = this.waitTitle;
    this.draw();
  }

  wait(seats, title) {
    const next = seats[0] ?? null;
    if (next !== this.waiting && !this.target) this.pick(null); // a rank meant for one seat never lands on the next
    this.waiting = next;
    this.waitTitle = next ? title(next) : "";
    if (!this.target) this.title.textContent = this.waitTitle;
    this.draw();
  }

  draw() {
    this.root.hidden = !this.target && !this.waiting;
    this.cancel.hidden = !this.target;
  }

  pick(rank) {
    this.rank = rank;
    this.ranks.forEach((b, i) => b.setAttribute("aria-pressed", String(RANKS[i] === rank)));
    for (const b of this.suits) b.disabled = rank === null;
  }

  async done(card) {
    const target = this.target ?? { seat: this.waiting };
    this.pick(null);
    const { ok } = await this.enter(target, card);
    if (ok) this.close();
  }
}
