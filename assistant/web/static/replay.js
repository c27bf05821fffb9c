// The replayer over the running table's record.

import { look } from "./alerts.js";
import { $ } from "./dom.js";
import { get } from "./net.js";
import { mount } from "./replaycore.js";

const role = $("page").dataset.role;
const wanted = Number(new URLSearchParams(location.search).get("hand")) || null;
const words = JSON.parse($("words").textContent);
const load = async (n) => (await get(`/api/records/replay?as=${role}${n ? `&hand=${n}` : ""}`)).data;

look();
const first = await load(wanted);
const cache = new Map(first.hand ? [[first.hand.n, first.hand]] : []);
$("replay").addEventListener("hand", (e) => {
  history.replaceState(null, "", `/replay?hand=${e.detail}&as=${role}`);
  $("file").href = `/replay.html?hand=${e.detail}&as=${role}`;
});
mount($("replay"), {
  words,
  index: first.index ?? [],
  first: first.hand?.n,
  load: async (n) => {
    if (!cache.has(n)) cache.set(n, (await load(n)).hand);
    return cache.get(n);
  },
  picture: (name) => `/evidence/${name}.jpg?as=${role}`,
});
