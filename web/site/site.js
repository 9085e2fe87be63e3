// What the static site adds to the page: the service worker that keeps it on the device. It begins when the page is painted.

addEventListener("load", () => {
  navigator.serviceWorker?.register(new URL("sw.js", document.baseURI)).catch(() => {});
});
