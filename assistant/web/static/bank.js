// The bank's sheet over the player's and the host's page: it pulls its own state while it is open and sends acts.

import { h, patch, say } from "./dom.js";
import { book, cacife, confirms, faults, history, leaving, mine, people, prizes, profile, setup, shared, windows } from "./banking.js";
import { CountPad } from "./chips.js";
import { closing, night, payments, vote } from "./closing.js";
import { get, newId, post } from "./net.js";
import { words } from "./page.js";
import { t } from "./banktools.js";

export class BankSheet {
  constructor(role) {
    this.role = role;
    this.state = null; // of the bank
    this.seen = null;
    this.parts = {};
    this.notice = h("p", { class: "bank-notice", role: "alert", hidden: true });
    this.turn = h("button", { type: "button", class: "big go", hidden: true, onclick: () => this.close() }, t("your_turn"));
    this.body = h("div", { class: "bank-body" });
    this.pad = new CountPad(this);
    this.dialog = h("dialog", { id: "bank", "aria-labelledby": "bank-title" },
      h("div", { class: "bar" }, h("h2", { id: "bank-title" }, t("title")),
        h("button", { type: "button", class: "icon", "aria-label": t("close"), onclick: () => this.close() }, "✕")),
      this.turn, this.notice, this.body, this.pad.el);
    this.count = h("span", { class: "count-badge", hidden: true });
    this.button = h("button", { type: "button", id: "bank-open", class: "icon-text bank-open", hidden: true, onclick: () => this.open() }, t("open"), this.count);
    this.prompt = h("button", { type: "button", id: "bank-prompt", class: "bank-prompt", hidden: true, onclick: () => this.open() });
    document.body.append(this.dialog);
    const bar = document.querySelector(".top .bar");
    bar.insertBefore(this.button, bar.querySelector(".icon, .role"));
    const middle = document.querySelector(".middle");
    middle.insertBefore(this.prompt, middle.firstChild);
    for (const id of ["confirm", "vote", "pay", "mine", "prizes", "end", "people", "windows", "history", "shared", "book", "profile", "cacife", "setup", "faults", "night", "leave"]) {
      this.parts[id] = h("section", { class: "part", "data-part": id });
      this.body.append(this.parts[id]);
    }
  }

  // The page's own state came: what it says of the bank, and whether an open sheet is old.
  draw(page) {
    const told = page.extra.bank;
    this.button.hidden = !told;
    if (!told) return;
    this.count.hidden = !told.waiting;
    say(this.count, String(told.waiting || ""));
    this.prompt.hidden = !told.prompt;
    say(this.prompt, told.prompt ?? "");
    this.turn.hidden = !page.your_turn;
    const version = `${page.boot}/${page.version}`;
    if (this.dialog.open && version !== this.seen) this.pull();
    this.seen = version;
  }

  open() {
    if (!this.dialog.open) this.dialog.showModal();
    this.pad.close();
    this.pull();
  }

  close() {
    this.dialog.close();
  }

  async pull() {
    try {
      const { status, data } = await get(`/api/bank?as=${this.role}`);
      if (status !== 200) return;
      this.state = data;
      this.redraw();
    } catch {
      this.tell(t("err_offline"));
    }
  }

  tell(text, good = false) {
    this.notice.hidden = !text;
    this.notice.classList.toggle("good", good);
    say(this.notice, text ?? "");
    clearTimeout(this.hide);
    this.hide = setTimeout(() => (this.notice.hidden = true), good ? 5000 : 9000);
    if (text) this.notice.scrollIntoView({ block: "nearest" });
  }

  async act(act, more = {}) {
    if (this.busy) return { ok: false };
    this.busy = true;
    this.dialog.classList.add("busy");
    const got = await post(`/api/bank?as=${this.role}`, { id: newId(), act, ...more });
    this.busy = false;
    this.dialog.classList.remove("busy");
    if (!got.data.ok) this.tell(words(got));
    else if (got.data.text) this.tell(got.data.text, true);
    else this.notice.hidden = true;
    await this.pull();
    return got.data;
  }

  async sendProfile(body) {
    const got = await post("/api/profile", body);
    this.tell(got.data.text || words(got), Boolean(got.data.ok));
    if (got.data.ok) await this.pull();
    return Boolean(got.data.ok);
  }

  redraw() {
    const s = this.state;
    const seated = s.people.filter((p) => p.seat).map((p) => [p.player, p.name, p.seat]);
    this.put("confirm", s.confirm, () => confirms(this));
    this.put("vote", [s.end.vote, seated], () => vote(this));
    this.put("pay", [s.settled, s.end.payments, Boolean(s.profile?.key)], () => payments(this));
    this.put("mine", [s.buy, s.seat, s.cacife, s.settled, s.closing, s.people.find((p) => p.player === s.me)], () => mine(this));
    this.put("prizes", [s.prizes, s.role], () => prizes(this));
    this.put("end", [s.end, s.closing, s.settled, s.people.map((p) => [p.name, p.count])], () => closing(this));
    this.put("people", [s.people, s.buy, s.settled, s.role], () => people(this));
    this.put("windows", s.windows, () => windows(this));
    this.put("history", s.purchases, () => history(this));
    this.put("shared", [s.shared, seated, s.settled], () => shared(this));
    this.put("book", s.book, () => book(this));
    this.put("profile", s.profile, () => profile(this));
    this.put("cacife", [s.cacife, s.settled], () => cacife(this));
    this.put("setup", [s.pieces, s.role, s.cacife.chips], () => setup(this));
    this.put("faults", [s.faults, s.role], () => faults(this));
    this.put("night", [s.settled, s.role, s.purchases.length > 0], () => night(this));
    this.put("leave", [s.leave, s.role], () => leaving(this));
    this.pad.draw();
  }

  // A part that is drawn anew keeps open what was open in it.
  put(id, key, build) {
    const part = this.parts[id];
    const open = [...part.querySelectorAll("details[open] > summary")].map((x) => x.dataset.focus);
    if (!patch(part, key, build)) return;
    for (const summary of part.querySelectorAll("details > summary")) {
      if (open.includes(summary.dataset.focus)) summary.parentElement.open = true;
    }
  }
}
