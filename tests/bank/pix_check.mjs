// Reads codes.json and asks an independent decoder of Pix codes whether it reads what was meant.
import { readFileSync } from "node:fs";
import * as pixUtils from "pix-utils";

const { parsePix, hasError } = pixUtils.parsePix ? pixUtils : pixUtils.default;
const codes = JSON.parse(readFileSync("codes.json", "utf8"));
let bad = 0;
for (const { code, key, centavos } of codes) {
  const pix = parsePix(code);
  const amount = pix.transactionAmount === undefined ? null : Math.round(pix.transactionAmount * 100);
  const same = !hasError(pix) && pix.pixKey === key && (amount || null) === centavos;
  if (!same) {
    bad += 1;
    console.log(JSON.stringify({ code, key, centavos, pix }));
  }
}
console.log(`${codes.length - bad} of ${codes.length} codes read back by pix-utils`);
process.exit(bad === 0 ? 0 : 1);
