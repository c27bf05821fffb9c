// The end of the night on the bank's sheet: everybody's count, a difference, the vote, payments with their codes.

import { once, t, twice } from "./banktools.js";
import { counted } from "./banking.js";
import { h } from "./dom.js";

const title = (code) => h("h3", {}, t(code));

export function closing(sheet) {
  const s = sheet.state;
  if (s.settled) {
    return s.role === "host" ? [title("end"), twice(t("new_night"), t("again", { what: t("new_night") }), "", () => sheet.act("new_night"))] : [];
  }
  const host = s.role === "host";
  if (!s.closing) return host && s.purchases.length && !s.playing ? [title("end"), once(t("end_call"), "", () => sheet.act("closing", { number: 1 }))] : [];
  const name = (player) => s.people.find((p) => p.player === player)?.name ?? player;
  const out = [title("end")];
  out.push(h("p", {}, s.end.missing.length ? t("end_called", { names: s.end.missing.map(name).join(", ") }) : t("end_all")));
  out.push(h("ul", { class: "plain" }, s.people.filter((p) => p.stack || p.count).map((p) => h("li", { class: p.count?.off ? "off" : "" },
    h("span", {}, p.name), h("span", { class: p.count?.fresh ? "" : "hint" }, p.count?.fresh ? counted(p.count) : t("not_counted"))))));
  if (s.end.pot) {
    out.push(h("p", { class: "why-not" }, t("end_pot", { n: s.end.pot })));
    if (host && !s.end.vote) out.push(once(t("end_pot_put"), "go", () => sheet.act("pot")));
  }
  if (s.end.difference && !s.end.missing.length) out.push(difference(sheet, name));
  if (s.end.refusal && !s.end.difference && !s.end.pot && !s.end.missing.length) out.push(h("p", { class: "why-not" }, s.end.refusal));
  if (!s.end.refusal) {
    out.push(h("p", {}, t(s.end.proposal.length ? "end_proposal" : "end_nothing")), h("ul", { class: "plain" }, s.end.proposal.map((p) => h("li", {}, t("pay_line", { from: p.payer, to: p.receiver, money: p.money })))));
    if (host) out.push(twice(t("end_settle"), t("end_settle_sure"), "go", () => sheet.act("settle")));
  }
  if (host) out.push(once(t("end_back"), "small", () => sheet.act("closing", { number: 0 })));
  return out;
}

function difference(sheet, name) {
  const s = sheet.state;
  const n = s.end.difference > 0 ? `+${s.end.difference}` : String(s.end.difference);
  const lines = Object.entries(s.end.differing).map(([player, off]) => {
    const p = s.people.find((x) => x.player === player);
    return h("li", { class: "off" }, h("span", {}, t("end_recount", { name: name(player), counted: p.stack + off, books: p.stack })),
      p.seat && (s.role === "host" || p.player === s.me) && once(t("count_again"), "small", () => sheet.pad.open(p.seat, p.player === s.me ? "" : p.name)));
  });
  const out = [h("div", { class: "question" }, h("p", {}, t("end_difference", { n, money: s.end.difference_money })), h("ul", { class: "plain" }, lines))];
  if (s.role === "host" && !s.end.vote) out.push(booking(sheet));
  return out;
}

// Who bears what: nobody (it stays with the account), everybody alike, or as the table says.
function booking(sheet) {
  const s = sheet.state;
  const gap = -s.end.difference; // what the players lack together, in chips; negative when there is too much
  const here = s.people.filter((p) => p.seat);
  const account = h("input", { maxlength: 40, placeholder: t("end_name"), "aria-label": t("end_name") });
  const boxes = new Map(here.map((p) => [p.player, h("input", { type: "number", inputmode: "numeric", value: "0", "aria-label": p.name })]));
  const alike = () => {
    const size = Math.abs(gap);
    here.forEach((p, i) => {
      const part = Math.floor(size / here.length) + (i < size % here.length ? 1 : 0);
      boxes.get(p.player).value = String(gap < 0 ? -part : part);
    });
  };
  const none = () => here.forEach((p) => (boxes.get(p.player).value = "0"));
  const put = () => sheet.act("difference", { text: account.value.trim() || t("end_account"), amounts: Object.fromEntries([...boxes].map(([p, b]) => [p, Math.round(Number(b.value) || 0)]).filter(([, v]) => v)) });
  return h("details", {}, h("summary", { "data-focus": "booking" }, t("end_book")), h("div", { class: "fields" }, account,
    h("div", { class: "row" }, once(t("end_share_none"), "small", none), once(t("end_share_all"), "small", alike)),
    h("p", { class: "hint" }, t("end_share_own")),
    here.map((p) => h("label", { class: "line" }, h("span", {}, p.name), boxes.get(p.player)))), once(t("end_put"), "go", put));
}

export function vote(sheet) {
  const s = sheet.state;
  const v = s.end.vote;
  if (!v) return [];
  const answer = (seat, text) => sheet.act("agree", { seat, who: v.id, text });
  const out = [title("vote"), h("div", { class: "question" }, h("p", {}, v.text), h("p", { class: "hint" }, t("vote_state", { yes: v.yes.join(", ") || t("vote_none"), need: v.need })),
    s.me && h("div", { class: "row" }, once(t("vote_yes"), v.mine === true ? "" : "go", () => answer(s.seat, "yes")), once(t("vote_no"), "", () => answer(s.seat, "no"))),
    v.mine !== null && s.me && h("p", { class: "hint" }, t(v.mine ? "vote_mine_yes" : "vote_mine_no")))];
  if (s.role === "host") {
    const alone = s.people.filter((p) => p.seat && !p.phone && v.open.includes(p.seat));
    out.push(alone.map((p) => h("div", { class: "line" }, h("span", {}, t("vote_for", { name: p.name })), h("div", { class: "row" },
      once(t("vote_yes"), "small", () => answer(p.seat, "yes")), once(t("vote_no"), "small", () => answer(p.seat, "no"))))));
    out.push(once(t("vote_drop"), "small danger", () => sheet.act("drop_vote")));
  }
  return out;
}

export function payments(sheet) {
  const s = sheet.state;
  if (!s.settled) return [];
  if (!s.end.payments.length) return [title("pay"), h("p", {}, t("end_nothing"))];
  return [title("pay"), s.end.payments.map((p) => payment(sheet, p))];
}

function payment(sheet, p) {
  const words = { from: p.from, to: p.to, money: p.money };
  const line = t(p.mine === "pay" ? "pay_you" : p.mine === "receive" ? "pay_to_you" : "pay_line", words);
  if (p.paid) return h("p", { class: "paid" }, `${line} · ${t("pay_done")}`);
  const said = h("p", { class: "hint", role: "status" });
  const code = p.code && h("textarea", { class: "pix", readonly: true, rows: 5, "aria-label": t("pay_code"), onfocus: (e) => e.target.select() }, p.code);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(p.code);
      said.textContent = t("pay_copied");
    } catch {
      code.focus();
      code.select(); // plain http gives no clipboard: the marked text is one tap away
      const old = document.execCommand?.("copy");
      said.textContent = t(old ? "pay_copied" : "pay_by_hand");
    }
  };
  return h("div", { class: p.mine ? "payment mine" : "payment" }, h("p", { class: "pay-line" }, line),
    p.code && (p.mine || sheet.role === "host") && h("details", { open: p.mine === "pay" }, h("summary", { "data-focus": `pix-${p.n}` }, t("pay_code")),
      code, once(t("pay_copy"), "go", copy), said, h("img", { class: "pix-qr", src: `/api/bank/qr/${p.n}?as=${sheet.role}`, alt: t("pay_qr", words) })),
    p.no_key && h("p", { class: "hint" }, t(p.mine === "receive" ? "pay_no_key_you" : "pay_no_key", words)),
    p.may_mark && twice(p.mine === "receive" ? t("pay_mark") : t("pay_mark_for", words), t("pay_mark_sure"), "", () => sheet.act("received", { who: `${p.payer}:${p.receiver}` })));
}

export function night(sheet) {
  const s = sheet.state;
  if (!s.purchases.length) return [];
  const link = (form, code) => h("a", { class: "act small", href: `/night.${form}?as=${sheet.role}`, target: "_blank", rel: "noopener" }, t(code));
  const share = navigator.canShare && once(t("night_share"), "small", async () => {
    const picture = await (await fetch(`/night.png?as=${sheet.role}`)).blob();
    const file = new File([picture], "noite.png", { type: "image/png" });
    if (navigator.canShare({ files: [file] })) await navigator.share({ files: [file] }).catch(() => {});
  });
  return [title("night"), h("div", { class: "row" }, link("html", "night_page"), link("png", "night_png"), link("csv", "night_csv"), share)];
}
