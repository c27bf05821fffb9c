// The line to the table: the state is pulled on every connect, events only speed it up, a dead line is noticed and replaced.

const LIMIT = 5000; // ms for anything to answer
const GREETING = 2500; // ms for a new stream to say hello
const AGAIN = [300, 600, 1000]; // ms before the next try; nothing tells a page that a table is back
const SILENCE = 25000; // the server pings every 10 s
const HERE = 15000;

export function newId() {
  // randomUUID wants https; this works on a plain home network too
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
}

async function ask(path, options = {}, limit = LIMIT) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), limit);
  try {
    const answer = await fetch(path, { ...options, signal: stop.signal, cache: "no-store", credentials: "same-origin" });
    const text = await answer.text();
    return { status: answer.status, data: text ? JSON.parse(text) : {} };
  } finally {
    clearTimeout(timer);
  }
}

export const get = (path) => ask(path);

// The same id goes out again until somebody answers, so a tap counts once however often it travels.
export async function post(path, body, tries = 3) {
  const options = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body ?? {}) };
  for (let n = 1; ; n++) {
    try {
      return await ask(path, options);
    } catch (error) {
      if (n >= tries) return { status: 0, data: { error: "offline" } };
      await new Promise((r) => setTimeout(r, 400 * n));
    }
  }
}

export class Link {
  constructor(role, { state, online, gone }) {
    Object.assign(this, { role, onState: state, onOnline: online, onGone: gone });
    this.rev = 0;
    this.boot = null;
    this.heard = 0;
    this.fails = 0;
    this.stream = null;
    const wake = () => document.visibilityState === "visible" && this.connect();
    document.addEventListener("visibilitychange", wake);
    addEventListener("pageshow", (e) => e.persisted && this.connect());
    addEventListener("online", () => this.connect());
    addEventListener("pagehide", () => this.close());
    const drawn = document.getElementById("state"); // what the page itself came with: one way there and back less
    if (drawn) this.take(JSON.parse(drawn.textContent));
    drawn?.remove();
    setInterval(() => this.watch(), 5000);
    setInterval(() => this.here(), HERE);
    this.connect();
  }

  close() {
    clearTimeout(this.retry);
    clearTimeout(this.limit);
    this.source?.close();
    this.source = null;
    this.stream = null;
  }

  connect() {
    this.close();
    this.pull();
    const source = new EventSource(`/api/stream?as=${this.role}`);
    this.source = source;
    this.limit = setTimeout(() => this.failed(source), GREETING);
    source.addEventListener("hello", (e) => {
      clearTimeout(this.limit);
      this.beat();
      this.fails = 0;
      this.stream = JSON.parse(e.data).stream;
      this.onOnline(true);
    });
    source.addEventListener("state", (e) => {
      this.beat();
      this.take(JSON.parse(e.data));
    });
    source.addEventListener("ping", () => this.beat());
    source.addEventListener("gone", () => this.leave());
    source.onerror = () => this.failed(source);
  }

  beat() {
    this.heard = Date.now();
  }

  failed(source) {
    if (source !== this.source) return;
    this.close();
    this.onOnline(false);
    this.retry = setTimeout(() => this.connect(), AGAIN[Math.min(this.fails, AGAIN.length - 1)]);
    this.fails += 1;
  }

  async pull() {
    const answer = await ask(`/api/state?as=${this.role}`).catch(() => null);
    if (answer === null) return this.onOnline(false);
    if (answer.status === 401 || answer.status === 403) return this.leave();
    if (answer.status !== 200) return undefined;
    this.onOnline(true);
    return this.take(answer.data);
  }

  take(state) {
    if (state.boot === this.boot && state.rev < this.rev) return; // an older answer that came late
    this.boot = state.boot;
    this.rev = state.rev;
    state.skew = Date.now() / 1000 - state.now; // the phone's clock may be wrong
    this.onState(state);
  }

  watch() {
    if (document.visibilityState === "visible" && this.source && this.stream && Date.now() - this.heard > SILENCE) {
      this.failed(this.source);
    }
  }

  async here() {
    if (!this.stream) return;
    const { status } = await post(`/api/here?as=${this.role}`, { stream: this.stream }, 1);
    if (status !== 204 && status !== 429) this.source && this.failed(this.source);
  }

  leave() {
    this.close();
    this.onGone();
  }
}
