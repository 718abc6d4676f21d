// Says beside the state of saving that a script of the page failed, so that nobody takes the page for saved.
// A plain script, so that it is there before the modules are, and whichever of them does not load.

(() => {
  // As static/js/gettext.js says sentences, which is a module.
  const gettext = (sentence) => globalThis.assizeWords?.said[sentence] ?? sentence;
  const { dataset } = document.documentElement;
  const isOwn = (url) => !url || url.startsWith(window.location.origin);

  function fail(what) {
    dataset.scriptError ||= what;
    draw();
    document.dispatchEvent(new Event("script-failed")); // where saving works still, it says what waits
  }

  function draw() {
    const badge = document.querySelector("[data-saving]");
    if (!badge || !dataset.scriptError) return;
    const reload = Object.assign(document.createElement("a"), { href: "", textContent: gettext("reload it") });
    badge.className = "saved trouble";
    badge.replaceChildren(
      gettext("not saved · {error}:").replace("{error}", () => dataset.scriptError),
      " ",
      reload,
    );
  }

  window.addEventListener(
    "error",
    ({ target, filename }) => {
      if (target instanceof HTMLScriptElement) fail(gettext("this page did not load completely"));
      else if (target === window && isOwn(filename)) fail(gettext("this page failed"));
    },
    { capture: true },
  );
  window.addEventListener("unhandledrejection", () => fail(gettext("this page failed")));
  document.addEventListener("DOMContentLoaded", draw);
})();
