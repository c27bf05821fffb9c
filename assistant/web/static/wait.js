// A screen without rights yet: it shows a number and waits for the host's yes.

import { $, say } from "./dom.js";
import { get, post } from "./net.js";
import { t } from "./words.js";

async function ask() {
  const { data } = await post("/api/ask", { role: "screen", seat: null, name: "" }, 1);
  if (data.ok) say($("number"), data.number);
  else if (data.error === "seated_already") location.reload();
}

async function look() {
  try {
    const { data } = await get("/api/asked?as=screen");
    if (data.status === "yes") location.reload();
    else if (data.status === "no") await ask();
    else say($("number"), data.number);
    say($("error"), "");
  } catch {
    say($("error"), t("err_offline"));
  }
}

look();
setInterval(look, 2000);
