// The live picture and what is drawn over it: shared by the watch page and the page where the table is set up.

import { $, s, say } from "./dom.js";
import { get } from "./net.js";
import { t } from "./words.js";

export const points = (polygon, w, h) => polygon.map(([x, y]) => `${(x * w).toFixed(1)},${(y * h).toFixed(1)}`).join(" ");

export const middle = (polygon) => polygon.reduce(([a, b], [x, y]) => [a + x / polygon.length, b + y / polygon.length], [0, 0]);

export const zoneName = (name) => {
  const [base, seat] = name.split(":");
  if (seat) return t("zone_hand", { seat });
  return ["deck", "discard", "board", "pot", "machine"].includes(base) ? t(`zone_${base}`) : name;
};

// Frames come one by one: the next is asked for when this one has arrived, so a slow phone gets fewer of them.
export function live(clear, pause, onData) {
  const img = $("live-picture");
  let running = true;
  async function once() {
    if (document.visibilityState !== "visible") return;
    let answer;
    try {
      answer = await get(`/api/eye?clear=${clear() ? 1 : 0}`);
    } catch {
      return onData(null, "err_offline");
    }
    if (answer.status === 401 || answer.status === 403) {
      running = false;
      return location.reload();
    }
    if (answer.status !== 200 || !answer.data.ok) return onData(null, "no_camera");
    const src = `/api/eye/picture/${answer.data.frame}`;
    if (img.getAttribute("src") !== src) {
      await new Promise((done) => {
        img.onload = img.onerror = done;
        img.src = src;
        setTimeout(done, 4000);
      });
    }
    onData(answer.data, "");
  }
  (async () => {
    while (running) {
      await once();
      await new Promise((r) => setTimeout(r, pause));
    }
  })();
}

export function stage(svg, w, h) {
  const box = `0 0 ${w} ${h}`;
  if (svg.getAttribute("viewBox") !== box) {
    svg.setAttribute("viewBox", box);
    svg.parentElement.style.setProperty("--shape", `${w} / ${h}`);
  }
}

export function label(x, y, text, size, cls) {
  return s("text", { x, y, class: cls, "font-size": size, "text-anchor": "middle", "dominant-baseline": "central" }, text);
}

export function status(text, bad) {
  say($("status"), text);
  $("status").classList.toggle("bad", bad);
}
