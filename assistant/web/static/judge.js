// A photograph of a showdown, and who wins; or what must be laid out better.

import { look } from "./alerts.js";
import { card } from "./cards.js";
import { $, h, say } from "./dom.js";
import { t } from "./words.js";

const role = $("page").dataset.role;
const WIDE = 2400; // a phone's picture is larger than any index needs

async function jpeg(file) {
  const image = await createImageBitmap(file, { imageOrientation: "from-image" });
  const k = Math.min(1, WIDE / Math.max(image.width, image.height));
  const canvas = h("canvas", { width: Math.round(image.width * k), height: Math.round(image.height * k) });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.92));
}

function draw(d) {
  const box = $("answer");
  box.hidden = false;
  if (!d.ok) {
    box.replaceChildren(h("p", { class: "error" }, d.text || t("failed")));
    return;
  }
  say($("headline"), d.headline || t("no_verdict"));
  say($("subline"), d.reason);
  box.replaceChildren(
    h("ul", { class: "lines" }, d.questions.map((q) => h("li", { class: "contest-text" }, q))),
    h("div", {}, Object.entries(d.seats).map(([seat, cards]) => h("div", { class: d.winners.includes(seat) ? "shown winner" : "shown" },
      h("div", { class: "shown-who" }, h("strong", {}, seat), d.winners.includes(seat) && h("span", { class: "badge win" }, t("wins")), h("span", {}, d.words[seat] ?? "")),
      h("div", { class: "cards" }, [...cards, ...Array(d.unread[seat] ?? 0).fill(null)].map((c) => card({ code: c, up: true }, {})))))),
    h("ul", { class: "lines" }, d.rules.filter((r) => r.text).map((r) => h("li", {}, h("strong", {}, r.code), " ", r.text))),
    h("img", { src: `/evidence/${d.picture}.jpg?as=${role}`, alt: "", class: "judged" }));
}

$("photo").addEventListener("change", async (e) => {
  const [file] = e.target.files;
  if (!file) return;
  say($("photo-label"), t("taking"));
  document.body.classList.add("busy");
  try {
    const answer = await fetch(`/api/records/judge?as=${role}&game=${encodeURIComponent($("game").value)}`,
      { method: "POST", headers: { "Content-Type": "image/jpeg" }, body: await jpeg(file), credentials: "same-origin" });
    draw(answer.ok ? await answer.json() : { ok: false, text: answer.status === 413 ? t("too_big") : t("failed") });
  } catch {
    draw({ ok: false, text: t("failed") });
  }
  document.body.classList.remove("busy");
  e.target.value = "";
  say($("photo-label"), t("another"));
});
look();
