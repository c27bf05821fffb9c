// The replayer, for the page and for the file that travels alone: it imports nothing.

export function mount(root, { words, index, first, load, picture }) {
  const t = (code, params = {}) => (words[code] ?? code).replace(/\{(\w+)\}/g, (_, k) => params[k] ?? "");
  const el = (tag, attrs = {}, ...kids) => {
    const e = document.createElement(tag);
    for (const [k, v] of Object.entries(attrs)) {
      if (v === false || v === null || v === undefined) continue;
      if (k.startsWith("on")) e.addEventListener(k.slice(2), v);
      else e.setAttribute(k, v === true ? "" : v);
    }
    e.append(...kids.flat().filter((x) => x !== null && x !== undefined && x !== false));
    return e;
  };
  const SIGNS = { c: "♣", d: "♦", h: "♥", s: "♠" };
  let hand = null;
  let at = 0;
  let timer = 0;

  const pick = el("select", { "aria-label": t("hand"), onchange: (e) => open(Number(e.target.value)) },
    index.map((h) => el("option", { value: h.n }, t("hand_line", { n: h.n, title: h.title, headline: h.headline }))));
  const call = el("h1", { class: "rp-call" });
  const line = el("p", { class: "rp-line", "aria-live": "polite" });
  const seats = el("ol", { class: "rp-seats" });
  const pot = el("p", { class: "rp-pot" });
  const photo = el("img", { class: "rp-photo", alt: t("photo"), hidden: true });
  const none = el("p", { class: "rp-none" }, t("no_photo"));
  const range = el("input", { type: "range", min: 0, value: 0, "aria-label": t("where"), oninput: (e) => show(Number(e.target.value)) });
  const play = el("button", { type: "button", "aria-label": t("play"), onclick: toggle }, "▶");
  const bar = el("div", { class: "rp-bar" },
    el("button", { type: "button", "aria-label": t("begin"), onclick: () => show(0) }, "⏮"),
    el("button", { type: "button", "aria-label": t("step_back"), onclick: () => show(at - 1) }, "‹"),
    play,
    el("button", { type: "button", "aria-label": t("on"), onclick: () => show(at + 1) }, "›"),
    el("button", { type: "button", "aria-label": t("end"), onclick: () => show(Infinity) }, "⏭"));
  const list = el("ol", { class: "rp-list" });
  root.replaceChildren(el("div", { class: "rp-top" }, pick), call, line,
    el("div", { class: "rp-two" }, el("div", {}, seats, pot), el("figure", { class: "rp-figure" }, photo, none)),
    el("div", { class: "rp-controls" }, range, bar), el("details", { class: "rp-all" }, el("summary", {}, t("all")), list));

  function card(code, best) {
    if (!code) return el("span", { class: "rp-card rp-back", role: "img", "aria-label": t("closed") });
    if (code === "?") return el("span", { class: "rp-card" }, "?");
    const text = code === "Jk" ? "★" : (code[0] === "T" ? "10" : code[0]) + SIGNS[code[1]];
    return el("span", { class: `rp-card${"hd".includes(code[1]) ? " rp-red" : ""}${best ? " rp-best" : ""}` }, text);
  }

  function state(until) {
    const now = {};
    for (const s of hand.seats) now[s.seat] = { k: [], b: [], c: 0, x: 0 };
    for (const step of hand.steps.slice(0, until + 1)) {
      for (const [seat, changes] of Object.entries(step.s ?? {})) Object.assign(now[seat], changes);
    }
    return now;
  }

  function show(n) {
    at = Math.max(0, Math.min(n, hand.steps.length - 1));
    const step = hand.steps[at];
    const now = state(at);
    range.value = at;
    call.textContent = step.c ?? hand.steps.slice(0, at).reverse().find((s) => s.c)?.c ?? hand.title;
    line.textContent = t("step", { at: step.a, text: step.t });
    pot.textContent = t("in_pot", { n: step.p });
    seats.replaceChildren(...hand.seats.map((s) => {
      const x = now[s.seat];
      const cls = ["rp-seat", x.v && "rp-turn", x.o && "rp-out", x.w && "rp-win"].filter(Boolean).join(" ");
      return el("li", { class: cls }, el("div", { class: "rp-who" }, el("strong", {}, s.name),
        s.seat === hand.dealer && el("span", { class: "rp-dealer" }, t("deals")), el("span", {}, String(x.c)),
        x.x > 0 && el("span", { class: "rp-staked" }, `+${x.x}`)),
      el("div", { class: "rp-cards" }, x.k.map((c, i) => card(c, x.b.includes(i)))));
    }));
    const name = step.f ?? hand.steps.slice(0, at).reverse().find((s) => s.f)?.f;
    const url = name && picture(name);
    photo.hidden = !url;
    none.hidden = Boolean(url);
    if (url && photo.src !== url) photo.src = url;
    [...list.children].forEach((li, i) => li.classList.toggle("rp-now", i === at));
    if (at === hand.steps.length - 1) stop();
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    play.textContent = "▶";
    play.setAttribute("aria-label", t("play"));
  }

  function toggle() {
    if (timer) return stop();
    if (at >= hand.steps.length - 1) show(0);
    play.textContent = "❚❚";
    play.setAttribute("aria-label", t("pause"));
    timer = setInterval(() => show(at + 1), 900);
    return undefined;
  }

  async function open(n) {
    stop();
    const found = await load(n);
    if (!found) return;
    hand = found;
    pick.value = String(n);
    range.max = hand.steps.length - 1;
    list.replaceChildren(...hand.steps.map((s, i) => el("li", {}, el("button", { type: "button", onclick: () => show(i) }, t("step", { at: s.a, text: s.t })))));
    show(0);
    root.dispatchEvent(new CustomEvent("hand", { detail: n }));
  }

  const near = (d) => index[index.findIndex((h) => h.n === hand?.n) + d];
  addEventListener("keydown", (e) => {
    if (!hand || e.target.matches("input, select, textarea, summary")) return;
    const go = { ArrowLeft: () => show(at - 1), ArrowRight: () => show(at + 1), Home: () => show(0), End: () => show(Infinity),
      " ": toggle, ArrowUp: () => near(-1) && open(near(-1).n), ArrowDown: () => near(1) && open(near(1).n) }[e.key];
    if (!go) return;
    e.preventDefault();
    go();
  });
  let from = null;
  root.addEventListener("touchstart", (e) => (from = e.target === range ? null : e.changedTouches[0]), { passive: true });
  root.addEventListener("touchend", (e) => {
    if (!from || !hand) return;
    const dx = e.changedTouches[0].clientX - from.clientX;
    const dy = e.changedTouches[0].clientY - from.clientY;
    if (Math.abs(dx) > 50 && Math.abs(dx) > 2 * Math.abs(dy)) show(at + (dx < 0 ? 1 : -1));
  }, { passive: true });
  if (first) open(first);
  else line.textContent = t("nothing");
  return { open, show };
}
