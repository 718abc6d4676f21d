// Sentences within their answers: each stands a third below the upper edge of what is seen of its answer.

export function leadToSentences(place) {
  for (const sentence of place?.querySelectorAll("mark") ?? []) {
    const text = sentence.parentElement;
    text.scrollTop = sentence.offsetTop - text.clientHeight / 3;
  }
}
