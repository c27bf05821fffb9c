// One part for each kind of question the hand can put to a seat; no game has a page of its own.

import { card } from "./cards.js";
import { h } from "./dom.js";
import { t } from "./words.js";

export const LOCK = 1000; // ms that buttons rest after they changed under a thumb
const ORDER = ["saio", "passo", "mesa", "cubro", "completo", "aposto", "repico"];
const ARMED = 4000; // ms that a dangerous button waits for its second tap

export class Chooser {
  // send(value, amount, places) -> promise of {ok, text}
  constructor(root, send, extra = {}) {
    this.root = root;
    this.send = send;
    this.extra = extra;
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
    const why = choice.why && h("details", { class: "why" }, h("summary", { "data-focus": "why" }, t("why")), h("p", {}, choice.why));
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
      const one = o.amount ?? (o.min !== null && o.min === o.max ? o.min : null);
      if (o.min === null || one !== null) {
        const label = o.amount === null && one !== null ? `${o.label} ${one}` : o.label;
        return this.button(label, cls, () => this.go(o.value, one), o.danger);
      }
      return this.button(`${o.label}…`, cls, () => this.askAmount(choice, o));
    });
  }

  askAmount(choice, option) {
    const back = () => this.main.replaceChildren(...[this.act(choice)].flat());
    this.main.replaceChildren(this.amount(option, (n) => this.go(option.value, n), (n) =>
      option.value === "repico"
        ? t("raise_to", { label: option.label, n, level: this.level + n })
        : `${option.label} ${n}`, back));
    this.main.querySelector("input").focus();
  }

  amount(o, send, label, back) {
    const [low, high, step] = [o.min ?? 0, o.max ?? o.min ?? 0, o.step || 1];
    let n = o.presets.length ? o.presets[0] : low;
    const closed = o.presets.length && o.min === null; // a closed list: only those amounts
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
    };
    box.addEventListener("change", () => set(parseInt(box.value, 10)));
    slide.addEventListener("input", () => set(parseInt(slide.value, 10)));
    const chips = [...new Set(o.presets)].map((p, i) =>
      h("button", { type: "button", class: `chip c${i % 5}`, onclick: () => { n = p; set(p); } }, String(p)));
    set(n);
    return h("div", { class: "amount" },
      chips.length > 0 && h("div", { class: "presets" }, chips),
      !closed && high > low && h("div", { class: "stepper" },
        h("button", { type: "button", class: "step", "aria-label": t("less"), onclick: () => set(n - step) }, "−"),
        box,
        h("button", { type: "button", class: "step", "aria-label": t("more"), onclick: () => set(n + step) }, "+")),
      !closed && high > low && slide,
      h("div", { class: "pair" }, back && h("button", { type: "button", class: "big quiet", onclick: back }, t("back")), go));
  }

  number(choice) {
    const fixed = choice.options.filter((o) => o.min === null && !o.presets.length);
    if (fixed.length === choice.options.length) {
      return fixed.map((o) => this.button(o.label, "raise", () => this.go(o.value, o.amount), o.danger));
    }
    return choice.options.map((o) =>
      o.min === null && !o.presets.length
        ? this.button(o.label, "quiet", () => this.go(o.value, o.amount), o.danger)
        : this.amount(o, (n) => this.go(o.value, n), (n) => `${o.label} ${n}`.trim(), null));
  }

  secret_amount(choice) {
    return [h("p", { class: "hint" }, t("secret")), this.number(choice)];
  }

  yes_no(choice) {
    const options = choice.options.length ? choice.options : [
      { value: "yes", label: t("yes"), amount: null }, { value: "no", label: t("no"), amount: null }];
    return options.map((o) => this.button(o.label, o.value === "no" ? "quiet" : "go", () => this.go(o.value, o.amount), o.danger));
  }

  pick_game(choice) {
    return choice.options.map((o) => this.button(o.label, "raise", () => this.go(o.value, o.amount)));
  }

  ready(choice) {
    const options = choice.options.length ? choice.options : [{ value: "ready", label: t("ready") }];
    return options.map((o) => this.button(o.label, "go", () => this.go(o.value, null)));
  }

  pick_cards(choice) {
    const [least, most] = choice.pick || [0, choice.cards.length];
    const picked = new Set();
    const row = h("div", { class: "cards pick" });
    const go = h("button", { type: "button", class: "big go" });
    const draw = () => {
      row.replaceChildren(...choice.cards.map((c, i) =>
        card(c, { pressed: picked.has(i), label: t("place", { n: i + 1 }), onclick: () => {
          if (picked.has(i)) picked.delete(i);
          else if (picked.size < most) picked.add(i);
          draw();
        } })));
      const n = picked.size;
      go.disabled = n < least;
      go.textContent = n === 0 && least === 0 ? t("pick_none") : t("pick_n", { n });
    };
    const value = choice.options[0]?.value ?? "pick";
    go.addEventListener("click", () => this.go(value, null, [...picked].sort((a, b) => a - b)));
    draw();
    return [row, h("p", { class: "hint" }, t("pick_range", { least, most })), go];
  }
}
