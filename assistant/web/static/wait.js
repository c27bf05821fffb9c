// A screen without rights yet: it shows a number and waits for the host's yes.

import { $, say } from "./dom.js";
import { get, post } from "./net.js";
import { t } from "./words.js";

let asked = $("number").textContent !== "";

async function ask() {
  $("again").hidden = true;
  const { status, data } = await post("/api/ask", { role: "screen", seat: null, name: "" }, 1);
  if (data.error === "seated_already") return location.reload();
  asked = Boolean(data.ok);
  say($("number"), data.number ?? "");
  say($("error"), data.ok ? "" : status === 429 ? t("err_often") : t("err_offline"));
  $("again").hidden = asked;
  return undefined;
}

async function look() {
  try {
    const { data } = await get("/api/asked?as=screen");
    if (data.status === "yes") location.reload();
    else if (data.status === "waiting") say($("number"), data.number);
    else if (asked) {
      asked = false; // the host said no, or nobody answered in time
      say($("number"), "");
      say($("error"), t("refused"));
      $("again").hidden = false;
    }
  } catch {
    say($("error"), t("err_offline"));
  }
}

$("again").addEventListener("click", ask);
if (asked) look();
else ask();
setInterval(look, 2000);
