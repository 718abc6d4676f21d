// Words that were typed and not sent yet, kept in the browser for whoever leaves the page and comes back.

// Fills an empty field with what was left in it. forget() is for when it was sent.
export function bindDraft(field, key) {
  const keep = (text) => inStorage((storage) => (text ? storage.setItem(key, text) : storage.removeItem(key)));
  if (field && !field.value) field.value = inStorage((storage) => storage.getItem(key)) ?? "";
  field?.addEventListener("input", () => keep(field.value));
  return { forget: () => keep("") };
}

// A browser whose storage is full or denied keeps no draft.
function inStorage(act) {
  try {
    return act(window.localStorage);
  } catch {
    return null;
  }
}
