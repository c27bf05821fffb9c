// Calling a player's attention: vibration, a chime, a voice, a blinking title; each can be switched off on the phone.

import { lang, t } from "./words.js";

const DEFAULTS = { sound: true, speech: true, vibration: true, four: false, left: false };
let prefs = { ...DEFAULTS };
try {
  prefs = { ...DEFAULTS, ...JSON.parse(localStorage.getItem("fala") || "{}") };
} catch {
  // private browsing: the defaults hold
}

let audio = null;
let blink = null;
const title = document.title;

export const pref = (name) => prefs[name];

export function setPref(name, value) {
  prefs[name] = value;
  try {
    localStorage.setItem("fala", JSON.stringify(prefs));
  } catch {
    // kept until the page closes
  }
  look();
}

export function look() {
  document.body.classList.toggle("four", prefs.four);
  document.body.classList.toggle("left", prefs.left);
}

// Browsers let a page make noise only after a touch.
function unlock() {
  const Context = window.AudioContext || window.webkitAudioContext;
  if (!audio && Context) audio = new Context();
  audio?.resume?.();
}
addEventListener("pointerdown", unlock, { once: true });
addEventListener("keydown", unlock, { once: true });

export function chime() {
  if (!prefs.sound || !audio || audio.state !== "running") return;
  const start = audio.currentTime;
  for (const [at, pitch] of [[0, 659], [0.16, 880]]) {
    const tone = audio.createOscillator();
    const gain = audio.createGain();
    tone.type = "sine";
    tone.frequency.value = pitch;
    gain.gain.setValueAtTime(0.0001, start + at);
    gain.gain.exponentialRampToValueAtTime(0.25, start + at + 0.02);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + at + 0.5);
    tone.connect(gain).connect(audio.destination);
    tone.start(start + at);
    tone.stop(start + at + 0.55);
  }
}

export function speak(text) {
  if (!prefs.speech || !window.speechSynthesis || !text) return;
  const words = new SpeechSynthesisUtterance(text);
  words.lang = lang;
  const voice = speechSynthesis.getVoices().find((v) => v.lang.replace("_", "-").startsWith(lang.slice(0, 2)));
  if (voice) words.voice = voice;
  speechSynthesis.cancel();
  speechSynthesis.speak(words);
}

export function callPlayer(text) {
  chime();
  speak(text);
  if (prefs.vibration) navigator.vibrate?.([200, 90, 200]);
}

export function blinkTitle(on, text = "") {
  clearInterval(blink);
  blink = null;
  document.title = title;
  if (!on) return;
  let odd = false;
  blink = setInterval(() => {
    odd = !odd;
    document.title = odd ? text : title;
  }, 900);
}

// A long thought must not darken the screen; browsers allow it only on https or the computer itself.
export function stayAwake() {
  const wake = () => document.visibilityState === "visible" && navigator.wakeLock?.request("screen").catch(() => {});
  document.addEventListener("visibilitychange", wake);
  wake();
}

export function switches() {
  return ["sound", "speech", "vibration", "four", "left"].map((name) => [name, t(`pref_${name}`)]);
}
