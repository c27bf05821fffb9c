// A device in trouble stands at the top of the host's screen, with how long it has been blind.

import { $, say } from "./dom.js";
import { t } from "./words.js";

export function trouble(state) {
  const bad = state ? state.devices.filter((d) => !d.ok) : [];
  const lines = bad.map((d) => {
    const text = d.text ? d.text[0].toUpperCase() + d.text.slice(1) : "";
    if (d.since === null || d.since === undefined) return text;
    const n = Math.max(0, Math.round(Date.now() / 1000 - state.skew - d.since));
    const name = d.name[0].toUpperCase() + d.name.slice(1);
    return t("blind_since", { name, age: n < 90 ? t("blind_seconds", { n }) : t("blind_minutes", { n: Math.round(n / 60) }) }) + text;
  });
  $("trouble").hidden = lines.length === 0;
  say($("trouble"), lines.join(" · "));
}
