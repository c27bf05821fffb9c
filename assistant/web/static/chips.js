// The counting pad: one row for each colour of chip, large enough for thumbs; or a plain number where none are agreed.

import { colourName, once, t } from "./banktools.js";
import { h, say } from "./dom.js";

export class CountPad {
  constructor(sheet) {
    this.sheet = sheet;
    this.seat = null;
    this.pieces = new Map(); // colour -> how many
    this.rows = new Map();
    this.el = h("div", { class: "count-pad", hidden: true });
  }

  open(seat, name) {
    this.seat = seat;
    this.pieces.clear();
    this.plain = null;
    const s = this.sheet.state;
    this.total = h("p", { class: "count-total", "aria-live": "polite" });
    this.save = h("button", { type: "button", class: "big go", onclick: () => this.send() });
    this.offer = h("div", { class: "count-offer" });
    this.rows.clear();
    const rows = s.pieces.map((p) => this.row(p));
    if (!rows.length) {
      this.box = h("input", { type: "number", inputmode: "numeric", min: 0, class: "digits-wide", "aria-label": t("count_plain"), placeholder: t("count_plain") });
      this.box.addEventListener("input", () => {
        this.plain = this.box.value === "" ? null : Math.max(0, Math.round(Number(this.box.value)));
        this.sum();
      });
      rows.push(h("label", { class: "field" }, t("count_plain"), this.box));
    }
    this.el.replaceChildren(
      h("div", { class: "bar" }, h("h3", { tabindex: "-1" }, name ? t("count_of", { name }) : t("count_mine")), once(t("back"), "small", () => this.close())),
      s.camera ? once(t("count_camera"), "small camera", () => this.look()) : "",
      this.offer,
      h("div", { class: "count-rows" }, rows),
      h("div", { class: "count-foot" }, this.total, h("div", { class: "pair" }, once(t("count_clear"), "", () => this.clear()), this.save)));
    this.el.hidden = false;
    this.sheet.body.hidden = true;
    this.sheet.dialog.scrollTop = 0;
    this.sum();
    this.draw();
  }

  close() {
    this.el.hidden = true;
    this.seat = null;
    this.sheet.body.hidden = false;
  }

  row(piece) {
    const label = colourName(piece.colour);
    const box = h("input", { type: "number", inputmode: "numeric", min: 0, max: 9999, value: "0", "aria-label": label });
    const set = (n) => {
      const now = Math.min(9999, Math.max(0, Number.isFinite(n) ? Math.round(n) : 0));
      this.pieces.set(piece.colour, now);
      if (Number(box.value) !== now) box.value = now;
      this.sum();
    };
    box.addEventListener("input", () => set(Number(box.value)));
    box.addEventListener("focus", () => box.select());
    this.rows.set(piece.colour, set);
    const add = (n) => set((this.pieces.get(piece.colour) ?? 0) + n);
    const step = (n) => h("button", { type: "button", class: "step", "aria-label": `${n > 0 ? `+${n}` : "−1"} ${label}`, onclick: () => add(n) }, n > 0 ? `+${n}` : "−1");
    return h("div", { class: "count-row", "data-colour": piece.colour },
      h("button", { type: "button", class: `piece paint-${piece.colour}`, "aria-label": `${piece.value} (${label})`, onclick: () => add(1) }, String(piece.value)),
      box, step(-1), step(1), step(5), step(20));
  }

  clear() {
    for (const set of this.rows.values()) set(0);
    if (this.box) {
      this.box.value = "";
      this.plain = null;
    }
    this.sum();
  }

  chips() {
    const s = this.sheet.state;
    if (!s.pieces.length) return this.plain;
    return s.pieces.reduce((n, p) => n + p.value * (this.pieces.get(p.colour) ?? 0), 0);
  }

  sum() {
    const n = this.chips();
    this.save.disabled = n === null;
    say(this.save, t("count_save", { n: n ?? "…" }));
    const parts = this.sheet.state.pieces.filter((p) => this.pieces.get(p.colour))
      .map((p) => `${this.pieces.get(p.colour)} × ${p.value}`);
    say(this.total, parts.length ? `${parts.join(" + ")} = ${n}` : "");
  }

  // A camera's count, when there is one for this seat: sure is one tap, doubtful says what to spread or type.
  draw() {
    if (this.seat === null) return;
    const found = this.sheet.state.offers[this.seat];
    if (!found || this.shown === found.id) return;
    this.shown = found.id;
    this.offer.replaceChildren(
      h("p", { class: found.sure ? "good" : "doubt" }, found.text),
      found.picture ? h("img", { src: `/api/bank/picture/${encodeURIComponent(this.seat)}?as=${this.sheet.role}&v=${found.id}`, alt: t("count_picture") }) : "",
      found.sure ? once(t("count_accept", { n: found.chips }), "go", () => this.accept(found.id)) : "");
    for (const [colour, n] of Object.entries(found.pieces)) this.rows.get(colour)?.(n);
    for (const row of this.el.querySelectorAll(".count-row")) row.classList.toggle("doubtful", found.doubtful.includes(row.dataset.colour));
  }

  async look() {
    this.offer.replaceChildren(h("p", {}, t("count_looking")));
    this.shown = null;
    const done = await this.sheet.act("camera", { seat: this.seat });
    if (!done.ok) this.offer.replaceChildren();
  }

  async accept(id) {
    const done = await this.sheet.act("camera_accept", { seat: this.seat, text: id });
    if (done.ok) this.done();
  }

  async send() {
    const s = this.sheet.state;
    const amounts = Object.fromEntries([...this.pieces].filter(([, n]) => n > 0));
    const body = s.pieces.length && Object.keys(amounts).length ? { amounts } : { number: this.chips() ?? 0 };
    const done = await this.sheet.act("count", { seat: this.seat, ...body });
    if (done.ok) this.done();
  }

  // Say at once whether it agrees: that is the moment to count again.
  done() {
    const person = this.sheet.state.people.find((p) => p.seat === this.seat);
    this.close();
    if (!person?.count) return;
    const { chips, off } = person.count;
    const sign = off > 0 ? `+${off}` : String(off);
    this.sheet.tell(off ? t("count_off", { books: chips - off, off: sign }) : t("count_good"), off === 0);
  }
}
