// Fields that take files: files can be dropped on them, too; what was chosen is told, and what is too large at once.

import { behaviour } from "./behaviour.js";
import { gettext, ngettext } from "./gettext.js";

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte"];

const hasFiles = (event) => [...(event.dataTransfer?.types ?? [])].some((type) => type.toLowerCase() === "files");

// A file that is dropped beside its field would be opened in the place of the page, and what was typed there lost.
const stay = (event) => hasFiles(event) && event.preventDefault();

const described = (file) =>
  file.size ? `\u2068${file.name}\u2069 (${written(file.size)})` : gettext("{name} (empty)", { name: file.name });

const invitation = (field) =>
  field.multiple ? gettext("Or drop several files here.") : gettext("Or drop a file here.");

// What is told of a field, and the place around the field that takes files: its form, where it is the only one there,
// else what is beside its label.
export const chosen = behaviour("chosen", (told) => {
  const field = document.getElementById(told.htmlFor);
  const fields = field.form?.querySelectorAll("input[type=file]") ?? [];
  const place = fields.length === 1 ? field.form : (field.closest(".field, label") ?? field);
  tell(field, told);
  field.addEventListener("change", () => tell(field, told));
  field.form?.addEventListener("reset", () => setTimeout(() => tell(field, told)));
  place.addEventListener("dragover", (event) => hasFiles(event) && place.classList.add("dropping"));
  place.addEventListener("dragleave", (event) => {
    if (!place.contains(event.relatedTarget)) place.classList.remove("dropping");
  });
  place.addEventListener("drop", (event) => {
    place.classList.remove("dropping");
    if (hasFiles(event)) drop(field, told, event.dataTransfer.files);
  });
  for (const kind of ["dragover", "drop"]) window.addEventListener(kind, stay);
});

function drop(field, told, files) {
  if (files.length > 1 && !field.multiple) {
    told.textContent = gettext("Drop one file; this field takes no more.");
    return;
  }
  field.files = files;
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

// What is chosen: each name with its size, or what keeps it from being sent.
function tell(field, told) {
  const files = [...field.files];
  const size = files.reduce((sum, file) => sum + file.size, 0);
  const most = Number(field.dataset.most || told.dataset.most || Infinity);
  const problem = size > most ? tooLarge(files, size, most) : "";
  field.setCustomValidity(problem);
  told.textContent = problem || files.map(described).join(" · ") || invitation(field);
  told.classList.toggle("field-error", Boolean(problem));
}

function tooLarge(files, size, most) {
  const values = { size: written(size), most: written(most) };
  return ngettext(
    "This file has {size}; at most {most} can be sent. Choose a smaller file.",
    "{n} files have {size} together; at most {most} can be sent at once. Choose fewer.",
    files.length,
    values,
  );
}

function written(size) {
  const step = Math.min(Math.floor(Math.log10(Math.max(size, 1)) / 3), UNITS.length - 1);
  const format = { style: "unit", unit: UNITS[step], maximumFractionDigits: 1, numberingSystem: "latn" };
  return new Intl.NumberFormat(document.documentElement.lang, format).format(size / 1000 ** step);
}
