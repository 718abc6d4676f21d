({ options, passed, all }) => {
  // Runs axe, which shows contrast once for all text that looks alike: what was seen to pass is not measured again.
  // Alike are texts of one size, weight and colour in elements of the same names, classes and colours, all the way up.
  // Of what does not stand where its line has it, nobody knows what lies under it: that is measured each time.
  const AROUND = ["background-color", "background-image", "opacity", "filter", "visibility"];
  const TEXT = ["color", "font-size", "font-weight", "text-shadow"];
  const LIFTED = ["absolute", "fixed", "sticky"];

  const digest = (text) => {
    let [one, two] = [0xdeadbeef, 0x41c6ce57];
    for (let at = 0; at < text.length; at++) {
      one = Math.imul(one ^ text.charCodeAt(at), 2654435761);
      two = Math.imul(two ^ text.charCodeAt(at), 1597334677);
    }
    return `${(one >>> 0).toString(36)}.${(two >>> 0).toString(36)}`;
  };
  const said = (style, names) => names.map((name) => style.getPropertyValue(name)).join();

  const around = new Map(); // by element: what it and all around it look like, or "" where something is lifted
  const scene = (element) => {
    if (!element) return `${innerWidth}`;
    if (!around.has(element)) {
      const [outside, style] = [scene(element.parentElement), getComputedStyle(element)];
      const lifted = !outside || LIFTED.includes(style.position) || style.transform !== "none";
      const name = `${element.localName}.${element.getAttribute("class")}`;
      around.set(element, lifted ? "" : digest(`${outside} ${name} ${said(style, AROUND)}`));
    }
    return around.get(element);
  };
  const looks = (element) =>
    scene(element) && digest(`${scene(element)} ${said(getComputedStyle(element), TEXT)}`);

  const speaks = (element) =>
    "value" in element || [...element.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim());

  const once = () => {
    const rule = axe._audit.rules.find(({ id }) => id === "color-contrast");
    const check = axe._audit.checks["color-contrast"];
    const { matches } = rule;
    const { evaluate } = check;
    rule.matches = function (element, ...more) {
      const isKnown = speaks(element) && axe.seen.has(axe.looks(element));
      return !isKnown && matches.call(this, element, ...more);
    };
    check.evaluate = function (element, ...more) {
      const look = axe.looks(element);
      if (axe.seen.has(look)) return true;
      const keeps = evaluate.call(this, element, ...more);
      if (keeps === true && look) axe.seen.add(look);
      return keeps;
    };
  };

  if (!all && !axe.looks) once();
  axe.looks = looks;
  axe.seen = new Set(passed);
  return axe.run(options).then(({ violations }) => ({
    found: violations.map(({ id, nodes }) => [
      id,
      nodes.map((node) => [
        node.target.join(" "),
        node.html.slice(0, 160),
        (node.any.concat(node.all, node.none)[0]?.message ?? "").slice(0, 200),
      ]),
    ]),
    passed: [...axe.seen].slice(passed.length),
    dark: matchMedia("(prefers-color-scheme: dark)").matches,
  }));
}
