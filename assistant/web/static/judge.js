// A photograph of a showdown, and who wins; or one question at a time until it is known.

import { look } from "./alerts.js";
import { CardPad } from "./cardpad.js";
import { card } from "./cards.js";
import { $, h, say } from "./dom.js";
import { t } from "./words.js";

const role = $("page").dataset.role;
const WIDE = 2400; // a phone's picture is larger than any index needs
let shown = ""; // the showdown on the page, to which a photograph or an answer adds

async function jpeg(file) {
  const image = await createImageBitmap(file, { imageOrientation: "from-image" });
  const k = Math.min(1, WIDE / Math.max(image.width, image.height));
  const canvas = h("canvas", { width: Math.round(image.width * k), height: Math.round(image.height * k) });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.92));
}

// Reading a photograph, and trying all that doubtful cards may be, takes as long as it takes.
async function sent(path, type, body) {
  try {
    const got = await fetch(path, { method: "POST", headers: { "Content-Type": type }, body, credentials: "same-origin" });
    return got.ok ? await got.json() : { ok: false, text: got.status === 413 ? t("too_big") : t("failed") };
  } catch {
    return { ok: false, text: t("failed") };
  }
}

const pad = new CardPad($("pad"), async (target, code) => {
  await answer(target.ask, code);
  return { ok: true };
});

async function answer(ask, value) {
  pad.close();
  document.body.classList.add("busy");
  draw(await sent(`/api/records/judge/answer?as=${role}`, "application/json", JSON.stringify({ case: shown, ask, value })));
  document.body.classList.remove("busy");
  $("headline").scrollIntoView({ block: "nearest" });
}

function question(ask, first) {
  const choose = (value) => () => answer(ask.id, value);
  const buttons = ask.choices.map((c) => h("button", { type: "button", class: first ? "big" : "act", onclick: choose(c.value) }, c.text));
  if (ask.any_card) {
    buttons.push(h("button", { type: "button", class: first ? "big" : "act", onclick: () => pad.open({ ask: ask.id }, t("pad")) },
      ask.choices.length ? t("other") : t("pad")));
  }
  return h("div", { class: "judge-ask" },
    h("p", { class: "contest-text" }, ask.text),
    ask.picture && h("img", { src: `/evidence/${ask.picture}.jpg?as=${role}`, alt: ask.text, class: "asked-card" }),
    h("div", { class: "choices" }, buttons));
}

function hand(d, seat) {
  const won = d.winners.includes(seat);
  return h("div", { class: won ? "shown winner" : "shown" },
    h("div", { class: "shown-who" }, h("strong", {}, seat), won && h("span", { class: "badge win" }, t("wins")), h("span", {}, d.words[seat] ?? "")),
    h("div", { class: "cards" }, [...d.seats[seat], ...Array(d.unread[seat] ?? 0).fill(null)].map((c) => card({ code: c, up: true }, {}))));
}

function draw(d) {
  const box = $("answer");
  box.hidden = false;
  if (!d.ok) {
    box.querySelector(".error")?.remove();
    box.prepend(h("p", { class: "error" }, d.text || t("failed")));
    return;
  }
  shown = d.case;
  $("fresh").hidden = false;
  say($("photo-label"), t(d.headline ? "another" : "more_photo"));
  say($("headline"), d.headline || t(d.asks.length === 1 && d.asks[0].choices.length ? "why_ask" : "no_verdict"));
  say($("subline"), d.reason);
  box.replaceChildren(
    ...d.asks.slice(0, 1).map((a) => question(a, true)),
    h("div", {}, Object.keys(d.seats).map((seat) => hand(d, seat))),
    h("ul", { class: "lines" }, d.rules.filter((r) => r.text).map((r) => h("li", {}, h("strong", {}, r.code), " ", r.text))),
    h("img", { src: `/evidence/${d.picture}.jpg?as=${role}`, alt: "", class: "judged" }));
  if (d.headline) shown = ""; // decided: the next photograph is another table
}

function forget() {
  shown = "";
  pad.close();
  $("answer").hidden = true;
  $("answer").replaceChildren();
  $("fresh").hidden = true;
  say($("headline"), t("title"));
  say($("subline"), t("how"));
  say($("photo-label"), t("first"));
}

$("fresh").addEventListener("click", forget);
$("photo").addEventListener("change", async (e) => {
  const [file] = e.target.files;
  if (!file) return;
  say($("photo-label"), t("taking"));
  document.body.classList.add("busy");
  const path = `/api/records/judge?as=${role}&game=${encodeURIComponent($("game").value)}&case=${shown}`;
  const result = await jpeg(file).then((data) => sent(path, "image/jpeg", data), () => ({ ok: false, text: t("failed") }));
  document.body.classList.remove("busy");
  e.target.value = "";
  say($("photo-label"), t(shown ? "more_photo" : "first"));
  draw(result);
});
$("game").addEventListener("change", forget);
look();
