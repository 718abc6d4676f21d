// The short name of a new campaign is shown as it will be made of the title while one types. It is only shown: the
// field stays empty until somebody writes in it, and the server makes the name, with a number where it is taken.

import { behaviour, part } from "./behaviour.js";

const LONGEST = 64;

const made = (title) =>
  title
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\w\s-]/g, "")
    .trim()
    .replace(/[-\s]+/g, "-")
    .slice(0, LONGEST)
    .replace(/^[-_]+|[-_]+$/g, "");

export const names = behaviour("names", (form) => {
  const { title } = form.elements;
  const slug = part(form, "proposed");
  if (!title || !slug) return;
  const propose = () => (slug.placeholder = made(title.value));
  title.addEventListener("input", propose);
  propose();
});
