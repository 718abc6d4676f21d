// The points of a drawing, and the ways from one to the next.

export class Walk {
  // All points in their groups, as they are drawn. Drawings of one figure have the same points in the same order.
  constructor(svg, words) {
    this.svg = svg;
    this.isAcross = svg.dataset.along === "x";
    const said = words[Symbol.iterator]();
    this.groups = [...svg.querySelectorAll("[data-points]")].map((group) =>
      [...group.querySelectorAll("path")].map((path) => ({ path, words: said.next().value })),
    );
  }

  get isEmpty() {
    return this.groups.length === 0;
  }

  // The point a key leads to: along its group, or over to the nearest one of the group beside it.
  next(current, key) {
    if (!current) return this.groups[0]?.[0];
    const number = this.groups.findIndex((group) => group.includes(current));
    const group = this.groups[number];
    const place = group.indexOf(current);
    if (key === "Home") return group[0];
    if (key === "End") return group.at(-1);
    const step = key === "ArrowLeft" || key === "ArrowUp" ? -1 : 1;
    if (this.isAcross === (key === "ArrowLeft" || key === "ArrowRight")) return group[place + step] ?? current;
    const beside = this.groups[number + step];
    return beside ? nearest(beside, (point) => Math.abs(this.along(point) - this.along(current))) : current;
  }

  along(point) {
    const { x, y } = middle(point.path);
    return this.isAcross ? x : y;
  }

  // The point under the pointer, or else the nearest one within reach.
  at(x, y, target, reach = 24) {
    const points = this.groups.flat();
    const hit = points.find((point) => point.path === target);
    if (hit) return hit;
    const away = (point) => Math.hypot(middle(point.path).x - x, middle(point.path).y - y);
    const found = nearest(points, away);
    return found && away(found) <= reach ? found : null;
  }
}

// What the points of a drawing say. Their titles go: the words are shown at once instead of after a while.
export function takeWords(svg) {
  return [...svg.querySelectorAll("path > title")].map((title) => {
    title.remove();
    return title.textContent;
  });
}

export function middle(path) {
  const box = path.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

function nearest(points, distance) {
  let best,
    least = Infinity;
  for (const point of points) {
    const away = distance(point);
    if (away < least) [best, least] = [point, away];
  }
  return best;
}
