import { gettext } from "./gettext.js";

// Offers the zone of the browser's clock for the account.
const field = document.querySelector("[data-zone]");
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (field && zone && zone !== field.value) {
  const offer = document.createElement("button");
  Object.assign(offer, { type: "button", className: "btn", textContent: gettext("Use {zone}", { zone }) });
  offer.addEventListener("click", () => {
    field.value = zone;
    offer.remove();
    field.focus();
  });
  field.after(offer);
}
