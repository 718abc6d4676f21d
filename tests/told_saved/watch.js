// Runs before the scripts of each page: notes whatever is put into the save queue, in the order in which it was said.
// Other pages see what one keeps only a moment later, so each note has a key that no other page can take.

try {
  const put = Storage.prototype.setItem;
  const storage = window.localStorage;
  let count = 0;
  Storage.prototype.setItem = function setItem(key, value) {
    if (this === storage && key.startsWith("assize.queue.")) {
      const { id, problem } = JSON.parse(value);
      if (problem) put.call(storage, `model.refused.${id}`, problem.code);
      if (!storage.getItem(`model.known.${id}`)) {
        put.call(storage, `model.known.${id}`, "1");
        count += 1;
        put.call(storage, `model.said.${Date.now()}.${String(count).padStart(6, "0")}.${id}`, value);
      }
    }
    return put.call(this, key, value);
  };
} catch {} // a document in its frame has no storage
