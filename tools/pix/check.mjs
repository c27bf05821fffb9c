// Reads codes from standard input and asks an independent reader of Pix codes whether it reads what was meant.
import { readFileSync } from "node:fs";
import * as pixUtils from "pix-utils";

const { parsePix, hasError } = pixUtils.parsePix ? pixUtils : pixUtils.default;
const codes = JSON.parse(readFileSync(0, "utf8"));
let bad = 0;
const wrong = (what) => {
  bad += 1;
  console.log(JSON.stringify(what));
};
for (const { code, key, name, city, centavos } of codes) {
  const pix = parsePix(code);
  const amount = pix.transactionAmount === undefined ? null : Math.round(pix.transactionAmount * 100);
  const read = { key: pix.pixKey, name: pix.merchantName, city: pix.merchantCity, centavos: amount || null };
  if (hasError(pix) || JSON.stringify(read) !== JSON.stringify({ key, name, city, centavos })) wrong({ code, read });
  const at = code.length - 9; // a sign of what the CRC covers, changed
  const other = code.slice(0, at) + (code[at] === "0" ? "1" : "0") + code.slice(at + 1);
  if (!hasError(parsePix(other))) wrong({ code: other, read: "its CRC was not checked" });
}
console.log(`${codes.length - bad} of ${codes.length} codes read back by pix-utils`);
process.exit(bad === 0 ? 0 : 1);
