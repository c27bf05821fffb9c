// Small tools for building pages: no framework, no inline style, no string ever parsed as HTML.

const SVG = "http://www.w3.org/2000/svg";

function fill(el, attrs, kids) {
  for (const [k, v] of Object.entries(attrs || {})) {
    if (v === null || v === undefined || v === false) continue;
    if (k.startsWith("on")) el.addEventListener(k.slice(2), v);
    else if (k === "vars") for (const [n, x] of Object.entries(v)) el.style.setProperty(n, x);
    else el.setAttribute(k, v === true ? "" : v);
  }
  for (const kid of kids.flat(3)) {
    if (kid === null || kid === undefined || kid === false) continue;
    el.append(kid instanceof Node ? kid : String(kid));
  }
  return el;
}

export const h = (tag, attrs, ...kids) => fill(document.createElement(tag), attrs, kids);
export const s = (tag, attrs, ...kids) => fill(document.createElementNS(SVG, tag), attrs, kids);
export const $ = (id) => document.getElementById(id);

// Redraw a part only when what it shows changed: focus, half-typed amounts and screen readers stay undisturbed.
export function patch(el, key, build) {
  const text = JSON.stringify(key);
  if (el.dataset.key === text) return false;
  const held = el.contains(document.activeElement) ? document.activeElement : null;
  el.dataset.key = text;
  el.replaceChildren(...[build()].flat(3).filter((k) => k !== null && k !== undefined && k !== false));
  const again = held?.dataset.focus && el.querySelector(`[data-focus="${CSS.escape(held.dataset.focus)}"]`);
  if (again) {
    if (again.matches("input") && held.matches("input")) again.value = held.value; // a name half written is not lost
    again.focus();
  }
  return true;
}

export function say(el, text) {
  if (el.textContent !== text) el.textContent = text;
}
