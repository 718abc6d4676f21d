// Offers the zone of the browser's clock for the account.

import { behaviour } from "./behaviour.js";
import { gettext } from "./gettext.js";

export const zone = behaviour("zone", (field) => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  if (!timeZone || timeZone === field.value) return;
  const offer = document.createElement("button");
  const textContent = gettext("Use {zone}", { zone: timeZone });
  Object.assign(offer, { type: "button", className: "btn", textContent });
  offer.addEventListener("click", () => {
    field.value = timeZone;
    offer.remove();
    field.focus();
  });
  field.after(offer);
});
