// Sitting down in three taps: name, seat, cacife. A seat with a name on it is taken back by its code or the host's yes.

import { $, h, say } from "./dom.js";
import { get, post } from "./net.js";
import { t } from "./words.js";

let seat = null;
let taken = false;
let busy = false;

const error = (text) => {
  say($("error"), text);
  $("error").hidden = !text;
};

function choose(button) {
  seat = button.dataset.seat;
  taken = button.dataset.name !== "";
  for (const b of document.querySelectorAll(".seat-pick")) b.setAttribute("aria-pressed", String(b === button));
  $("free").hidden = taken;
  $("back").hidden = !taken;
  if (taken) say($("back-who"), t("back_who", { name: button.dataset.name, seat }));
  error("");
}

async function go(path, body) {
  if (busy) return null;
  busy = true;
  document.body.classList.add("busy");
  const got = await post(path, body, 1);
  busy = false;
  document.body.classList.remove("busy");
  const { status, data } = got;
  if (data.ok) return data;
  error(data.text || (status === 429 ? t("err_often") : status === 0 ? t("err_offline")
    : data.code === "wrong_code" ? t("wrong_code") : t("err_refused")));
  if (data.code === "seat_taken" || data.code === "seat_free") refresh();
  if (data.error === "seated_already") location.replace("/play");
  return null;
}

async function refresh() {
  const { data } = await get("/api/seats");
  for (const s of data.seats || []) {
    const b = document.querySelector(`.seat-pick[data-seat="${CSS.escape(s.seat)}"]`);
    if (!b) continue;
    b.dataset.name = s.name ?? "";
    b.classList.toggle("taken", Boolean(s.name));
    say(b.querySelector(".pick-name"), s.name ?? t("free"));
  }
}

async function sit() {
  const name = $("name").value.trim();
  if (!name) {
    error(t("need_name"));
    $("name").focus();
    return;
  }
  if (!seat) return error(t("need_seat"));
  if (await go("/api/join", { name, seat, cacifes: 1 })) location.replace("/play?new");
}

function wait(number) {
  $("form").hidden = true;
  $("waiting").hidden = false;
  say($("number"), number);
  const timer = setInterval(async () => {
    try {
      const { data } = await get("/api/asked?as=player");
      if (data.status === "yes") location.replace("/play");
      if (data.status === "no") {
        clearInterval(timer);
        $("form").hidden = false;
        $("waiting").hidden = true;
        error(t("refused"));
      }
    } catch {
      // the network will be back; the next round asks again
    }
  }, 1500);
}

const asked = new URLSearchParams(location.search).get("seat"); // a seat card says where one sits, and gives no right
const named = asked && document.querySelector(`.seat-pick[data-seat="${CSS.escape(asked)}"]`);
if (named) choose(named);
for (const b of document.querySelectorAll(".seat-pick")) b.addEventListener("click", () => choose(b));
$("sit").addEventListener("click", sit);
$("form").addEventListener("submit", (e) => {
  e.preventDefault();
  if (taken) take();
  else sit();
});
async function take() {
  if (await go("/api/take", { seat, code: $("code").value })) location.replace("/play");
}
$("take").addEventListener("click", take);
$("ask").addEventListener("click", async () => {
  const done = await go("/api/ask", { role: "player", seat, name: $("name").value.trim() });
  if (done) wait(done.number);
});
setInterval(() => document.visibilityState === "visible" && refresh().catch(() => {}), 4000);
