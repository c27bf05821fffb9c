// What the host decides about the table itself: the next game, places and who deals, house rules, words heard wrong.

import { once, twice } from "./buttons.js";
import { h, patch } from "./dom.js";
import { get } from "./net.js";
import { t } from "./words.js";

const SPOKEN = ["mesa", "passo", "aposto", "cubro", "repico", "completo", "saio"];
const AMOUNTS = ["aposto", "repico"]; // the other words carry their own

export class Chair {
  // order(decision, value, places, amount) -> promise of {ok}
  constructor(order, nameOf) {
    this.order = order;
    this.nameOf = nameOf;
    this.laid = new Set(); // variations ticked for the next hand
    this.game = null;
    this.fixing = null; // the word that is being corrected
    this.rules = null;
  }

  // --- the next hand

  begin(state) {
    const { actions, games } = state.host;
    const start = actions.find((o) => o.value === "start_hand");
    const practice = actions.find((o) => o.value === "practice_hand");
    if (!start && !practice) return null;
    if (!games.some((g) => g.value === this.game)) this.game = (games.find((g) => g.label === state.game) ?? games[0])?.value;
    const over = h("div", { class: "variations", role: "group", "aria-label": t("variations") });
    const pick = h("select", { id: "game-pick", "data-focus": "game", onchange: (e) => {
      this.game = e.target.value;
      this.laid.clear();
      this.listVariations(over);
    } }, games.map((g) => h("option", { value: g.value, selected: g.value === this.game }, g.label)));
    this.listVariations(over);
    const go = (verb) => this.order(this.laid.size ? `${verb}:${[...this.laid].join("+")}` : verb, this.game ?? "").then(({ ok }) => ok && this.laid.clear());
    return h("div", { class: "start" },
      games.length > 1 && h("label", { class: "field" }, t("game"), pick), over,
      start && once(start.label, "go", () => go("start_hand")),
      practice && once(practice.label, "small", () => go("practice_hand")));
  }

  async listVariations(root) {
    root.replaceChildren();
    const { data } = await get(`/api/variations?game=${encodeURIComponent(this.game ?? "")}`).catch(() => ({ data: {} }));
    const found = data.variations ?? [];
    if (!found.length) return;
    root.replaceChildren(h("details", { open: this.laid.size > 0 }, h("summary", {}, t("variations")),
      found.map((v) => h("label", { class: "switch" },
        h("input", { type: "checkbox", checked: this.laid.has(v.value), onchange: (e) => (e.target.checked ? this.laid.add(v.value) : this.laid.delete(v.value)) }),
        h("span", {}, v.label)))));
  }

  // --- places and who deals

  seating(state) {
    const people = state.seats.filter((s) => s.name);
    const between = state.phase === "lobby" || state.phase === "between";
    const rows = people.map((s) => {
      const places = h("select", { "aria-label": t("move_to", { name: s.name }), "data-focus": `move-${s.seat}`, disabled: !between,
        onchange: (e) => e.target.value && this.order(`move:${s.seat}`, e.target.value) },
        h("option", { value: "" }, t("move")),
        state.seats.filter((o) => o.seat !== s.seat).map((o) => h("option", { value: o.seat }, o.name ? t("swap_with", { name: o.name, seat: o.seat }) : t("seat_n", { seat: o.seat }))));
      const deals = s.seat === state.host.next_dealer;
      return h("li", { class: "chair" }, h("span", { class: "who" }, this.nameOf(s.seat)), places,
        deals ? h("span", { class: "badge dealer-badge" }, t("deals")) : once(t("give_button"), "small", () => this.order(`button:${s.seat}`),
          { disabled: !between, "aria-label": t("give_button_to", { name: s.name }), "data-focus": `button-${s.seat}` }));
    });
    return [
      !between && h("p", { class: "hint" }, t("only_between")),
      h("ul", { class: "chairs" }, rows),
      between && people.length > 1 && h("div", { class: "row" },
        twice(t("draw_button"), "small", () => this.order("draw_button")), twice(t("draw_seats"), "small", () => this.order("draw_seats"))),
    ];
  }

  // --- house rules: asked for when the part is opened

  async showRules(root, state) {
    const { data } = await get("/api/rules").catch(() => ({ data: {} }));
    if (!data.rules) return;
    this.rules = data.rules;
    this.drawRules(root, state);
  }

  drawRules(root, state) {
    const between = state.phase === "lobby" || state.phase === "between";
    const sections = [...new Set(this.rules.map((r) => r.section))];
    const one = (r) => {
      const send = async (value) => {
        await this.order(`rules:${r.name}`, value);
        this.showRules(root, state);
      };
      const known = r.options.some((o) => o.value === r.value);
      const box = r.options.length > 0 && h("select", { "aria-label": r.title, "data-focus": `rule-${r.name}`, disabled: !between, onchange: (e) => e.target.value !== "" && send(e.target.value) },
        !known && h("option", { value: "", selected: true }, r.sentence),
        r.options.map((o) => h("option", { value: o.value, selected: o.value === r.value }, o.label)));
      const number = r.minimum !== null && h("input", { type: "number", inputmode: "numeric", min: r.minimum, value: known ? "" : r.value, disabled: !between,
        "aria-label": t("rule_number", { title: r.title }), "data-focus": `number-${r.name}`, onchange: (e) => e.target.value !== "" && send(e.target.value) });
      return h("li", { class: r.standard ? "rule" : "rule agreed" }, h("span", { class: "rule-title" }, r.title),
        box || h("span", { class: "hint" }, r.sentence), number);
    };
    patch(root, [this.rules, between], () => [
      !between && h("p", { class: "hint" }, t("only_between")),
      sections.map((title) => h("details", { class: "rule-part", open: title === this.openPart,
        ontoggle: (e) => e.target.open && (this.openPart = title) }, h("summary", {}, title),
        h("ul", { class: "rules" }, this.rules.filter((r) => r.section === title).map(one)))),
    ]);
  }

  // --- words heard wrong

  words(state, redraw) {
    const list = state.host.words;
    if (!list.some((w) => w.seq === this.fixing)) this.fixing = null;
    return h("ul", { class: "spoken" }, list.map((w) => h("li", {}, h("span", {}, w.text),
      this.fixing === w.seq ? this.fix(w, redraw) : once(t("fix_word"), "small", () => {
        this.fixing = w.seq;
        redraw();
      }, { "aria-label": t("fix_word_of", { what: w.text }), "data-focus": `fix-${w.seq}` }))));
  }

  fix(word, redraw) {
    const amount = h("input", { type: "number", inputmode: "numeric", min: 0, value: word.amount ?? "", "aria-label": t("amount"), hidden: !AMOUNTS.includes(word.verb) });
    const verb = h("select", { "aria-label": t("which_word"), "data-focus": "which-word", onchange: (e) => (amount.hidden = !AMOUNTS.includes(e.target.value)) },
      SPOKEN.map((v) => h("option", { value: v, selected: v === word.verb }, t(`verb_${v}`))));
    const send = () => this.order(`word:${word.seq}`, verb.value, [], AMOUNTS.includes(verb.value) && amount.value ? parseInt(amount.value, 10) : null);
    return h("div", { class: "row fix" }, verb, amount, once(t("fix_done"), "go small", send), once(t("cancel"), "small", () => {
      this.fixing = null;
      redraw();
    }));
  }

  undo(state) {
    const { undo, undo_seqs: seqs } = state.host;
    if (!undo.length) return [h("p", { class: "hint" }, t("nothing_to_undo"))];
    const sure = (n) => (n === 0 ? t("undo_sure", { what: undo[0] }) : t("undo_many", { n: n + 1, what: undo.slice(0, n + 1).join(" · ") }));
    const back = (n) => this.order(seqs[n] ? `undo:${seqs[n]}` : "undo");
    return [
      twice(t("undo", { what: undo[0] }), "danger", () => back(0), sure(0)),
      undo.length > 1 && h("ol", { class: "undo-list", start: 2 }, undo.slice(1).map((line, i) =>
        h("li", {}, line, seqs.length > i + 1 && twice(t("undo_to_here"), "small danger", () => back(i + 1), sure(i + 1))))),
    ];
  }
}
