// The adjudication page: one key, one action. Everything else is plain forms and links.
import { bindKeys } from "./judging/keys.js";

bindKeys({ n: () => document.getElementById("note")?.focus() });

document.querySelector(".list [aria-current]")?.scrollIntoView({ block: "nearest" });
