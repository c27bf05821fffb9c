// Every sentence comes with the page, from the catalogue of the phone's language.

const words = JSON.parse(document.getElementById("words").textContent);
export const lang = document.documentElement.lang;

export function t(code, params) {
  const text = words[code] ?? code;
  return params ? text.replace(/\{(\w+)\}/g, (_, k) => String(params[k] ?? "")) : text;
}

export const has = (code) => code in words;

export function cardName(code) {
  if (code === null) return t("card_closed");
  if (code === "Jk") return t("rank_Jk");
  return t("card", { rank: t(`rank_${code[0]}`), suit: t(`suit_${code[1]}`) });
}

export function clock(seconds) {
  const n = Math.max(0, Math.floor(seconds));
  const two = (x) => String(x).padStart(2, "0");
  const hours = Math.floor(n / 3600);
  return hours ? `${hours}h${two(Math.floor(n / 60) % 60)}` : `${Math.floor(n / 60)}:${two(n % 60)}`;
}
