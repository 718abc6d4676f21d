// The line above the document, by what is known of the one that is shown: the data of its frame.

import { part } from "../behaviour.js";

// Answers a function of the frame.
export function makeAbove(paper, showAround) {
  const texts = Object.entries({
    docid: part(paper, "docid"),
    about: part(paper, "about"),
    place: part(paper, "place"),
    places: part(paper, "places"),
  });
  const views = Object.entries({ text: part(paper, "view-text"), source: part(paper, "view-source") });
  const hits = part(paper, "hits");
  const missedPlace = part(paper, "missed");
  const respelledPlace = part(paper, "respelled");
  const amiss = part(paper, "amiss");
  const doubt = part(paper, "compare");

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
