// Says beside the state of saving that a script of the page failed, so that nobody takes the page for saved.
// A plain script, so that it is there before the modules are, and whichever of them does not load.

(() => {
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
    const reload = Object.assign(document.createElement("a"), { href: "", textContent: "reload it" });
    badge.className = "saved trouble";
    badge.replaceChildren(`not saved · ${dataset.scriptError}: `, reload);
  }

  window.addEventListener("error", ({ target, filename }) => {
    if (target instanceof HTMLScriptElement) fail("this page did not load completely");
    else if (target === window && isOwn(filename)) fail("this page failed");
  }, { capture: true });
  window.addEventListener("unhandledrejection", () => fail("this page failed"));
  document.addEventListener("DOMContentLoaded", draw);
})();
