// Where a time zone is typed all of them are offered: the browser knows their names, so no page carries the whole list.

import { behaviour } from "./behaviour.js";

export const zones = behaviour("zones", (list) => {
  const there = new Set([...list.options].map((option) => option.value));
  const add = (zone) => list.append(Object.assign(document.createElement("option"), { value: zone }));
  function fill({ target }) {
    if (target.getAttribute("list") !== list.id) return;
    document.removeEventListener("focusin", fill);
    for (const zone of Intl.supportedValuesOf?.("timeZone") ?? []) if (!there.has(zone)) add(zone);
  }
  document.addEventListener("focusin", fill);
});
