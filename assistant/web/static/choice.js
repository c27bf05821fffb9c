// One part for each kind of question the hand can put to a seat; no game has a page of its own.

import { card } from "./cards.js";
import { h } from "./dom.js";
import { t } from "./words.js";

export const LOCK = 1000; // ms that buttons rest after they changed under a thumb
const ORDER = ["saio", "passo", "mesa", "cubro", "completo", "aposto", "repico"];
const ARMED = 4000; // ms that a dangerous button waits for its second tap

export class Chooser {
  // send(value, amount, places) -> promise of {ok, text}; chips() -> [[colour, worth], …] of the table
  constructor(root, send, chips = () => [], why = t("why")) {
    this.why = why;
    this.root = root;
    this.send = send;
    this.chips = chips;
    this.key = null;
    this.until = 0;
    this.busy = false;
  }

  draw(choice, me) {
    const key = JSON.stringify([choice, me?.staked ?? 0]);
    if (key === this.key) return;
    const first = this.key === null;
    this.key = key;
    if (!choice) {
      this.root.replaceChildren();
      this.root.hidden = true;
      return;
    }
    this.root.hidden = false;
    this.level = (me?.staked ?? 0) + choice.to_call;
    const build = this[choice.kind] || this.act;
    this.main = h("div", { class: `choice kind-${choice.kind}` }, build.call(this, choice));
    const why = choice.why && h("details", { class: "why" }, h("summary", { "data-focus": "why" }, this.why), h("p", {}, choice.why));
    this.root.replaceChildren(h("div", { class: "ask" }, h("p", { class: "prompt" }, choice.prompt), why || ""), this.main);
    if (!first) this.lock();
  }

  lock() {
    this.until = Date.now() + LOCK;
    this.root.classList.add("locked");
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.root.classList.remove("locked"), LOCK);
  }

  async go(value, amount = null, places = []) {
    if (this.busy || Date.now() < this.until) return;
    this.busy = true;
    this.root.classList.add("busy");
    try {
      await this.send(value, amount, places);
      this.lock(); // taken: what stands here is old; refused: the new amount wants a look
    } finally {
      this.busy = false;
      this.root.classList.remove("busy");
    }
  }

  button(label, cls, go, danger = false) {
    let armed = 0;
    const text = h("span", {}, label);
    const el = h("button", { type: "button", class: `big ${cls}`, "data-focus": label, onclick: () => {
      if (this.busy || Date.now() < this.until) return; // a thumb that meant the button of before
      if (!danger || Date.now() < armed) {
        go();
        return;
      }
      armed = Date.now() + ARMED;
      el.classList.add("armed");
      text.textContent = t("again", { what: label });
      setTimeout(() => {
        el.classList.remove("armed");
        text.textContent = label;
      }, ARMED);
    } }, text);
    return el;
  }

  act(choice) {
    const strong = ["cubro", "mesa", "completo"];
    const place = (o) => ORDER.indexOf(o.value); // leaving on one side, putting more in on the other
    return [...choice.options].sort((a, b) => place(a) - place(b)).map((o) => {
      const cls = o.danger || o.value === "saio" ? "quiet" : strong.includes(o.value) ? "go" : "raise";
      if (o.min === null && o.presets.length) { // a closed list of amounts
        return o.presets.map((n) => this.button(this.put(o, n), cls, () => this.go(o.value, n), o.danger));
      }
      if (o.min === null) return this.button(o.label, cls, () => this.go(o.value, o.amount), o.danger);
      if (o.min === o.max) return this.button(this.put(o, o.min), cls, () => this.go(o.value, o.min), o.danger);
      return this.button(t(o.value === "repico" ? "raise_more" : "amount_more", { label: o.label }), cls, () => this.askAmount(choice, o));
    });
  }

  // A raise always says to where: "Repico 20 — para 40".
  put(o, n) {
    return o.value === "repico" ? t("raise_to", { label: o.label, n, level: this.level + n }) : `${o.label} ${n}`;
  }

  askAmount(choice, option) {
    const back = () => this.main.replaceChildren(...this.act(choice).flat());
    this.main.replaceChildren(this.amount(option, (n) => this.go(option.value, n), (n) => this.put(option, n), back));
    this.main.querySelector("input").focus();
  }

  // Chips of the table's colours are laid one by one; the words beside them are the usual amounts.
  amount(o, send, label, back) {
    const [low, high, step] = [o.min ?? 0, o.max ?? o.min ?? 0, o.step || 1];
    let n = low;
    let touched = false;
    const go = h("button", { type: "button", class: "big go", onclick: () => send(n) });
    const box = h("input", { type: "number", inputmode: "numeric", min: low, max: high, step, "aria-label": t("amount") });
    const slide = h("input", { type: "range", min: low, max: high, step, "aria-label": t("amount") });
    const set = (value) => {
      const wanted = Number.isFinite(value) ? value : low;
      n = Math.min(high, Math.max(low, low + Math.round((wanted - low) / step) * step));
      if (wanted >= high) n = high;
      box.value = n;
      slide.value = n;
      go.textContent = label(n);
      touched = true;
    };
    box.addEventListener("change", () => set(parseInt(box.value, 10)));
    slide.addEventListener("input", () => set(parseInt(slide.value, 10)));
    const chips = this.chips().filter(([, worth]) => worth <= high).map(([colour, worth]) =>
      h("button", { type: "button", class: `chip paint-${colour}`, "aria-label": t("lay_chip", { n: worth }), onclick: () => set(touched ? n + worth : worth) }, String(worth)));
    const usual = [...new Set(o.presets)].filter((p) => p >= low && p <= high).map((p) =>
      h("button", { type: "button", class: "usual", onclick: () => set(p) },
        p === low && p !== high ? t("least", { n: p }) : p === high ? t("everything", { n: p }) : String(p)));
    set(n);
    touched = false;
    return h("div", { class: "amount" },
      usual.length > 0 && h("div", { class: "presets" }, usual),
      chips.length > 0 && h("div", { class: "presets" }, chips),
      high > low && h("div", { class: "stepper" },
        h("button", { type: "button", class: "step", "aria-label": t("less"), onclick: () => set(n - step) }, "−"),
        box,
        h("button", { type: "button", class: "step", "aria-label": t("more"), onclick: () => set(n + step) }, "+")),
      high > low && slide,
      h("div", { class: "pair" }, back && h("button", { type: "button", class: "big quiet", onclick: back }, t("back")), go));
  }

  number(choice) {
    return choice.options.map((o) =>
      o.min === null
        ? this.button(o.label, o.amount === 0 ? "quiet" : "raise", () => this.go(o.value, o.amount), o.danger)
        : this.amount(o, (n) => this.go(o.value, n), (n) => `${o.label} ${n}`.trim(), null));
  }

  secret_amount(choice) {
    return [h("p", { class: "hint" }, t("secret")), this.number(choice)];
  }

  yes_no(choice) {
    return [...choice.options].reverse().map((o) => // no on the left, as leaving is
      this.button(o.label, o.value === "no" ? "quiet" : "go", () => this.go(o.value, o.amount), o.danger));
  }

  pick_game(choice) {
    return choice.options.map((o) => this.button(o.label, "raise", () => this.go(o.value, o.amount)));
  }

  ready(choice) {
    return choice.options.map((o) => this.button(o.label, "go", () => this.go(o.value, null)));
  }

  // What lies at each option's place: own cards, the cards of the centre, or a neighbour's closed ones.
  pick_cards(choice) {
    const [least, most] = choice.pick;
    const picked = new Set();
    const row = h("div", { class: "cards pick" });
    const go = h("button", { type: "button", class: "big go" });
    const tick = (value) => {
      const had = picked.delete(value);
      if (most === 1) picked.clear();
      if (!had && picked.size < most) picked.add(value);
      draw();
    };
    const draw = () => {
      row.replaceChildren(...choice.options.map((o, i) =>
        h("span", { class: "pick-card" },
          card(choice.cards[i], { pressed: picked.has(o.value), label: t("place", { n: Number(o.value) + 1 }), onclick: () => tick(o.value) }),
          o.amount > 0 && h("span", { class: "hint" }, t("costs", { n: o.amount })))));
      const n = picked.size;
      go.disabled = n < least;
      go.textContent = n === 0 && least === 0 ? choice.verb[1] : choice.verb[0].replace("{n}", n || least);
    };
    go.addEventListener("click", () => this.go("pick", null, [...picked].map(Number).sort((a, b) => a - b)));
    draw();
    return [row, most > 1 && h("p", { class: "hint" }, least === most ? t("pick_exactly", { most }) : t("pick_range", { least, most })), go];
  }
}
