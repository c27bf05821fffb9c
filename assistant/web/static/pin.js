// The host's PIN.

import { $, say } from "./dom.js";
import { post } from "./net.js";
import { t } from "./words.js";

$("form").addEventListener("submit", async (e) => {
  e.preventDefault();
  const { status, data } = await post("/api/pin", { pin: $("pin").value }, 1);
  if (data.ok) return location.replace("/host");
  $("error").hidden = false;
  $("pin").value = "";
  $("pin").focus();
  if (data.code === "wrong_pin") say($("error"), t("wrong_pin", { n: data.left }));
  else if (data.code === "locked") say($("error"), t("locked"));
  else say($("error"), status === 0 ? t("err_offline") : status === 429 ? t("err_often") : t("err_refused"));
});
