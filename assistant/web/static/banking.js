// The parts of the bank's sheet during the night: buying, confirming, how everybody stands, prizes, expenses, the key.

import { colourName, hour, once, t, twice, when } from "./banktools.js";
import { h } from "./dom.js";

const title = (code) => h("h3", {}, t(code));

function offerLabel(o) {
  if (!o.cacifes) return t("buy_exact", o);
  return t(o.cacifes === 1 ? "buy_one" : "buy_more", { n: o.cacifes, chips: o.chips, money: o.money });
}

function buttons(sheet, seat, offers) {
  return offers.map((o, i) => {
    const what = offerLabel(o);
    return twice(what, t("buy_sure", { what }), i ? "" : "go", async () => {
      const done = await sheet.act("buy", { seat, number: o.cacifes || null, amounts: { chips: o.chips } });
      if (done.ok) sheet.tell(t("bought_ok", { text: `${sheet.state.purchases[0]?.text} (${when(sheet.state.purchases[0])})` }), true);
    });
  });
}

export function confirms(sheet) {
  const { confirm, seat } = sheet.state;
  if (!confirm.length) return [];
  return [title("confirm"), confirm.map((p) => h("div", { class: "question" }, h("p", {}, p.text), h("p", { class: "hint" }, when(p)),
    h("div", { class: "row" },
      once(t("confirm_yes"), "go", () => sheet.act("answer", { seat, number: p.fact, text: "yes" })),
      twice(t("confirm_no"), t("again", { what: t("confirm_no") }), "", () => sheet.act("answer", { seat, number: p.fact, text: "no" })))))];
}

export function mine(sheet) {
  const s = sheet.state;
  if (!s.me || s.settled) return [];
  const me = s.people.find((p) => p.player === s.me);
  const buy = s.buy[s.seat] ?? { offers: [], why: "" };
  return [
    h("p", { class: "own-stack" }, h("strong", {}, String(me.stack)), " ", t("chips_word")),
    h("p", { class: "hint" }, s.cacife.text),
    h("div", { class: "stack-of" }, buttons(sheet, s.seat, buy.offers)),
    h("p", { class: buy.offers.length ? "hint" : "why-not" }, buy.why),
    once(t("count_mine"), s.closing ? "go" : "", () => sheet.pad.open(s.seat, "")),
    me.count && h("p", { class: me.count.off ? "off" : "hint" }, counted(me.count)),
  ];
}

export function counted(c) {
  const off = c.off > 0 ? `+${c.off}` : String(c.off);
  return t(c.off ? "counted_off" : "counted", { n: c.chips, time: hour(c.at), off });
}

export function people(sheet) {
  const s = sheet.state;
  if (!s.people.length) return [];
  const host = s.role === "host";
  const head = h("tr", {}, h("th", {}), h("th", { class: "n" }, t("col_bought")), h("th", { class: "n" }, t("col_stack")), h("th", { class: "n" }, t(s.settled ? "col_final" : "col_result")));
  const rows = s.people.map((p) => {
    const sign = p.sign > 0 ? "up" : p.sign < 0 ? "down" : "";
    const line = h("tr", {}, h("th", { scope: "row" }, p.name), h("td", { class: "n" }, p.money), h("td", { class: "n" }, String(p.stack)), h("td", { class: `n ${sign}` }, p.result));
    if (!host || !p.seat || s.settled) return line;
    const buy = s.buy[p.seat] ?? { offers: [], why: "" };
    const sell = h("details", { class: "sell" }, h("summary", { "data-focus": `sell-${p.seat}` }, t("sell_to", { name: p.name })),
      h("div", { class: "stack-of" }, buttons(sheet, p.seat, buy.offers), h("p", { class: "hint" }, buy.why)));
    return [line, h("tr", { class: "under" }, h("td", { colspan: 4 }, h("div", { class: "row" },
      once(t("count_of", { name: p.name }), "small", () => sheet.pad.open(p.seat, p.name)), sell),
      p.count && h("p", { class: p.count.off ? "off" : "hint" }, counted(p.count))))];
  });
  return [title("people"), h("table", { class: "books" }, h("thead", {}, head), h("tbody", {}, rows))];
}

export function history(sheet) {
  const s = sheet.state;
  if (!s.purchases.length) return [];
  return h("details", { open: s.purchases.some((p) => p.by === "no") }, h("summary", { "data-focus": "history" }, t("history")), h("ul", { class: "plain" }, s.purchases.map((p) => h("li", { class: p.by === "no" ? "off" : "" },
    h("span", {}, `${p.name}: ${p.text}`), h("span", { class: "hint" }, `${when(p)} · ${t(`by_${p.by}`, { name: p.name })}`),
    s.role === "host" && p.undo && twice(t("undo"), t("undo_sure"), "small danger", () => sheet.act("undo", { number: p.fact }))))));
}

// The night's book: every entry, the wrong ones struck out with what stands in their place.
export function book(sheet) {
  const s = sheet.state;
  if (!s.book.length) return [];
  const fixable = s.role === "host" && s.book.some((m) => m.may);
  return h("details", {}, h("summary", { "data-focus": "book" }, t("book")), fixable && h("p", { class: "hint" }, t("book_hint")),
    h("ul", { class: "plain" }, s.book.map((m) => h("li", {},
      h("span", {}, m.state === "stands" ? m.text : h("s", {}, m.text)), m.state === "changed" && h("span", {}, m.now),
      h("span", { class: "hint" }, m.state === "stands" ? hour(m.at) : `${hour(m.at)} · ${t(`book_${m.state}`, { time: hour(m.corrected_at) })}`),
      m.may && fixes(sheet, m)))));
}

function fixes(sheet, m) {
  const fix = (text, more = {}) => sheet.act("fix", { number: m.fact, text, ...more });
  const again = twice(t("fix_restore"), t("fix_restore_sure"), "small", () => fix("restore"));
  if (m.state === "void") return again;
  const gone = twice(t("fix_void"), t("fix_void_sure"), "small danger", () => fix("void"));
  if (!m.fix) return gone;
  const money = m.fix === "money";
  const box = h("input", money ? { inputmode: "decimal", maxlength: 20, "aria-label": t("fix_money") } : { type: "number", min: "0", inputmode: "numeric", "aria-label": t(`fix_${m.fix}`) });
  const save = () => fix("change", money ? { money: box.value.trim() } : { amounts: { number: Math.round(Number(box.value) || 0) } });
  return h("details", {}, h("summary", { "data-focus": `fix-${m.fact}` }, t("fix")), h("div", { class: "fields" },
    h("label", { class: "line" }, h("span", {}, t(`fix_${m.fix}`)), box)), h("div", { class: "row" },
    twice(t("fix_save"), t("fix_sure"), "small", save), m.state === "changed" && again, gone));
}

export function windows(sheet) {
  const list = sheet.state.windows;
  if (!list.length) return [];
  const from = (w) => (!w.after ? t("window_after_start") : t(w.after.good ? "window_after_count" : "window_after_off", { time: hour(w.after.at) }));
  return [title("windows"), list.map((w) => h("div", { class: w.right_again ? "window" : "window open" },
    h("p", { class: "off" }, w.text),
    h("p", {}, `${from(w)} ${t("window_until", { time: hour(w.until.at) })}`),
    w.moves.length
      ? h("ol", { class: "plain moves" }, w.moves.map((m) => h("li", {}, h("span", { class: "hint" }, hour(m.at)), h("span", {}, m.text), h("span", { class: "n" }, m.chips > 0 ? `+${m.chips}` : String(m.chips)))))
      : h("p", { class: "hint" }, t("window_none")),
    w.right_again && h("p", { class: "hint" }, t("window_again"))))];
}

export function prizes(sheet) {
  const s = sheet.state;
  const out = [];
  if (s.prizes.claims.length) {
    out.push(title("prizes"), h("div", { class: "question prize" }, s.prizes.claims.map((c) => h("p", {}, c)), once(t("prizes_claim"), "go", () => sheet.act("claim"))));
  } else if (s.prizes.on) {
    out.push(title("prizes"), h("p", { class: "hint" }, s.prizes.agreed.filter((p) => p.chips).map((p) => `${p.name} ${p.chips}`).join(" · ")));
  }
  if (s.prizes.off) out.push(h("p", { class: "why-not" }, s.prizes.off));
  if (s.role !== "host" || s.settled) return out;
  const boxes = new Map(s.prizes.agreed.map((p) => [p.made, number(p.name, p.chips || "")]));
  const save = () => sheet.act("prizes", { amounts: read(boxes) });
  return [out, h("details", {}, h("summary", { "data-focus": "prizes-set" }, t("prizes_set")), s.prizes.on ? "" : h("p", { class: "hint" }, t("prizes_off")),
    h("div", { class: "fields" }, s.prizes.agreed.map((p) => h("label", { class: "line" }, h("span", {}, p.name), boxes.get(p.made)))), once(t("prizes_save"), "go", save))];
}

const number = (label, value) => h("input", { type: "number", inputmode: "numeric", min: 0, max: 100000, value: String(value), "aria-label": label });
const read = (boxes) => Object.fromEntries([...boxes].map(([k, b]) => [k, Math.max(0, Math.round(Number(b.value) || 0))]).filter(([, n]) => n > 0));

export function shared(sheet) {
  const s = sheet.state;
  const list = s.shared.length ? [title("shared"), h("ul", { class: "plain" }, s.shared.map((e) => h("li", {}, h("span", {}, e.text), h("span", { class: "hint" }, hour(e.at)))))] : [];
  if (s.settled) return list;
  const here = s.people.filter((p) => p.seat);
  const what = h("input", { maxlength: 60, placeholder: t("shared_what"), "aria-label": t("shared_what") });
  const money = h("input", { inputmode: "decimal", maxlength: 20, placeholder: "0,00", "aria-label": t("shared_money") });
  const house = h("option", { value: "house" }, t("shared_house"));
  const payer = h("select", { "aria-label": t("shared_payer") }, here.map((p) => h("option", { value: p.player, selected: p.player === s.me }, p.name)), house);
  const among = new Map(here.map((p) => [p.player, h("input", { type: "checkbox", checked: true })]));
  const only = h("select", { "aria-label": t("shared_owes") }, h("option", { value: "" }, "—"), here.map((p) => h("option", { value: p.player }, p.name)));
  const send = async () => {
    const alone = only.value && payer.value === "house"; // one owes it to the house
    const sharing = alone ? [[only.value, 1]] : [...among].filter(([, b]) => b.checked).map(([p]) => [p, 1]);
    const who = only.value && !alone ? `${only.value}:${payer.value}` : payer.value;
    await sheet.act("expense", { who, text: what.value.trim(), money: money.value.trim(), amounts: Object.fromEntries(sharing) });
  };
  return [list, h("details", {}, h("summary", { "data-focus": "shared-new" }, t("shared_new")), h("div", { class: "fields" },
    what, h("label", { class: "line" }, h("span", {}, t("shared_money")), money), h("label", { class: "line" }, h("span", {}, t("shared_payer")), payer),
    h("fieldset", { class: "field" }, h("legend", {}, t("shared_among")), here.map((p) => h("label", { class: "switch" }, among.get(p.player), h("span", {}, p.name)))),
    h("label", { class: "line" }, h("span", {}, t("shared_owes")), only)), once(t("shared_save"), "go", send))];
}

export function profile(sheet) {
  const p = sheet.state.profile;
  if (p === null) return [];
  if (p.damaged) return [title("profile"), h("p", { class: "off" }, t("profile_damaged"))];
  const form = () => {
    const kind = h("select", { "aria-label": t("profile_kind") }, ["", "cpf", "phone", "email", "random", "cnpj"].map((k) => h("option", { value: k, selected: k === p.kind }, t(`profile_kind_${k}`))));
    const box = (code, value, more) => h("input", { "aria-label": t(code), placeholder: t(code), value: value ?? "", autocomplete: "off", ...more });
    const key = box("profile_key", "", { maxlength: 80 });
    const name = box("profile_name", p.name, { maxlength: 60 });
    const city = box("profile_city", p.city, { maxlength: 40 });
    return h("div", { class: "fields" }, h("label", { class: "line" }, h("span", {}, t("profile_kind")), kind), key, name, city,
      once(t("profile_save"), "go", () => sheet.sendProfile({ kind: kind.value, key: key.value, name: name.value, city: city.value })));
  };
  if (!p.key) return [title("profile"), h("p", { class: "hint" }, t("profile_none")), h("details", {}, h("summary", { "data-focus": "profile" }, t("profile_key")), form())];
  return [title("profile"), h("p", {}, t("profile_is", { ...p, kind: t(`profile_kind_${p.kind}`) })), h("details", {}, h("summary", { "data-focus": "profile" }, t("profile_change")), form(),
    twice(t("profile_forget"), t("again", { what: t("profile_forget") }), "small danger", () => sheet.sendProfile({ key: "" })))];
}

const COLOURS = ["white", "red", "green", "blue", "black", "yellow", "orange", "purple", "pink", "grey", "brown"];

// What a cacife is: asked before anything is sold, or with another night.
export function cacife(sheet) {
  const s = sheet.state;
  if (!s.cacife.may) return [];
  const chips = number(t("cacife_chips"), s.cacife.chips);
  const money = h("input", { inputmode: "decimal", maxlength: 20, value: s.cacife.money, "aria-label": t("cacife_money") });
  const label = t(s.settled ? "cacife_new" : "cacife_save");
  const save = () => sheet.act("cacife", { number: Math.round(Number(chips.value) || 0), money: money.value.trim() });
  return h("details", {}, h("summary", { "data-focus": "cacife" }, t("cacife_set")), h("p", { class: "hint" }, s.cacife.text), h("div", { class: "fields" },
    h("label", { class: "line" }, h("span", {}, t("cacife_chips")), chips), h("label", { class: "line" }, h("span", {}, t("cacife_money")), money)),
    s.settled ? twice(label, t("again", { what: label }), "go", save) : once(label, "go", save));
}

export function setup(sheet) {
  const s = sheet.state;
  if (s.role !== "host" || s.settled) return [];
  const now = new Map(s.pieces.map((p) => [p.colour, p.value]));
  const colours = [...new Set([...COLOURS, ...now.keys()])];
  const boxes = new Map(colours.map((c) => [c, number(colourName(c), now.get(c) ?? "")]));
  const cacife = s.pieces.filter((p) => p.cacife).map((p) => `${p.cacife} × ${colourName(p.colour)} (${p.value})`).join(", ");
  return h("details", { open: false }, h("summary", { "data-focus": "setup" }, t("chips")), h("p", { class: "hint" }, t("chips_hint")),
    cacife && h("p", {}, t("chips_cacife", { pieces: cacife })),
    h("div", { class: "fields two" }, colours.map((c) => h("label", { class: "line" }, h("span", { class: `piece small paint-${c}`, "aria-hidden": "true" }), h("span", {}, colourName(c)), boxes.get(c)))),
    once(t("chips_save"), "go", () => sheet.act("chips", { amounts: read(boxes) })));
}

export function faults(sheet) {
  const s = sheet.state;
  if (s.role !== "host") return [];
  if (!s.faults.length) return [h("p", { class: "hint" }, t("faults_none"))];
  return [title("faults"), h("ul", { class: "plain" }, s.faults.map((f) => h("li", { class: "off" }, f)))];
}

export function leaving(sheet) {
  const s = sheet.state;
  const own = s.leave[s.seat];
  if (s.role === "host" || !own || s.settled) return [];
  if (!own.may) return [];
  return h("details", {}, h("summary", { "data-focus": "leave" }, t("leave")), h("p", {}, own.text), own.objection && h("p", { class: "why-not" }, own.objection),
    twice(t("leave"), t("leave_sure"), "danger", () => sheet.act("leave", { seat: s.seat })));
}
