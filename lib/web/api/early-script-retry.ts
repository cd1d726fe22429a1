/**
 * The script in the head of every page. Until the page's own code has run and `retryScripts` takes over, it fetches again the
 * scripts that failed, as on a connection that broke off; the page would stay as the server drew it. Source text, because it
 * runs before anything else is loaded.
 */
export const EARLY_SCRIPT_RETRY = `(function () {
  var tries = 0;
  addEventListener("error", function (event) {
    var failed = event.target;
    if (window.retriesScripts || !(failed instanceof HTMLScriptElement) || !failed.src) return;
    var isDone = false;
    var again = function () {
      if (isDone) return;
      isDone = true;
      var script = document.createElement("script");
      script.async = true;
      script.nonce = failed.nonce;
      script.setAttribute("src", failed.getAttribute("src"));
      document.head.append(script);
    };
    setTimeout(again, Math.min(8000, 1000 * Math.pow(2, tries++)));
    addEventListener("online", again, { once: true });
  }, true);
})();`;
