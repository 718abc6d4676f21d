// The line above the document, by what is known of the one that is shown: the data of its frame.

import { part } from "../behaviour.js";

// Answers a function of the frame.
export function makeAbove(paper, showAround) {
  const texts = ["docid", "about", "place", "places"].map((name) => [name, part(paper, name)]);
  const views = ["text", "source"].map((view) => [view, part(paper, `view-${view}`)]);
  const [hits, missedPlace, respelledPlace, amiss, doubt] = ["hits", "missed", "respelled", "amiss", "compare"].map(
    (name) => part(paper, name),
  );

  return ({ dataset }) => {
    const { places, missed, respelled, notice, src, compare, surroundings } = dataset;
    if (surroundings) showAround(surroundings);
    for (const [name, place] of texts) place.textContent = dataset[name];
    hits.hidden = !Number(places) || Boolean(missed);
    missedPlace.hidden = !missed;
    respelledPlace.hidden = !respelled;
    Object.assign(amiss, { textContent: notice, hidden: !notice });
    Object.assign(doubt, { hidden: !compare, href: compare });
    for (const [view, link] of views) Object.assign(link, { hidden: !src, href: `${src}&view=${view}` });
  };
}
