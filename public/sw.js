// What runs without a page: notices, and an honest page while the server cannot be reached. No data of the
// server is kept: what is shown comes from it now, or not at all.

const KEPT = "leafwatch-kept-1";
const OFFLINE = "/offline.html";
const SEEN = "/last-seen";
const LEVELS = ["high", "medium", "low", "plain"];

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(KEPT)
      .then((kept) => kept.add(new Request(OFFLINE, { cache: "reload" })))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name)))),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  // Pages alone: calls and downloads say for themselves that nobody answers.
  if (request.mode !== "navigate" || request.method !== "GET") return;
  if (new URL(request.url).pathname.startsWith("/api/")) return;
  event.respondWith(
    fetch(request).then(
      (answer) => {
        if (answer.status < 500) event.waitUntil(noteSeen());
        return answer;
      },
      () => offlinePage(request.url),
    ),
  );
});

self.addEventListener("message", (event) => {
  if (event.data === "seen") event.waitUntil(noteSeen());
});

/** When the server last answered, for the page that says that it does not. */
async function noteSeen() {
  const kept = await caches.open(KEPT);
  await kept.put(SEEN, new Response(String(Date.now())));
}

async function offlinePage(address) {
  const kept = await caches.open(KEPT);
  const [page, seen] = await Promise.all([kept.match(OFFLINE), kept.match(SEEN)]);
  const text = page ? await page.text() : "<!doctype html><title>Leafwatch</title><h1>Cannot see</h1>";
  const at = seen ? new Date(Number(await seen.text())) : null;
  const words = at ? `Last seen at ${clockOf(at)} by the clock of this device` : "Never seen yet";
  const again = new URL(address);
  const target = `${again.pathname}${again.search}`.replaceAll("&", "&amp;").replaceAll('"', "%22");
  const shown = text
    .replace("Last seen: not known", () => words)
    .replace('href="/"', () => `href="${target}"`);
  return new Response(shown, {
    status: 503,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'",
    },
  });
}

/** "14:20" of today, else with its day, by this device's clock. */
function clockOf(at) {
  const time = at.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  if (at.toDateString() === new Date().toDateString()) return time;
  return `${time} on ${at.toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric" })}`;
}

self.addEventListener("push", (event) => {
  const { title, body, tag, url, level } = noticeOf(event.data);
  event.waitUntil(
    self.registration.showNotification(title, {
      body,
      tag,
      renotify: true,
      icon: `/icons/notice-${LEVELS.includes(level) ? level : "plain"}.png`,
      badge: "/icons/badge-96.png",
      data: { url },
    }),
  );
});

/** What the server sent; something is shown in any case, as browsers ask for it. */
function noticeOf(data) {
  const unknown = {
    title: "Leafwatch",
    body: "Something changed. Open the alerts.",
    tag: "unknown",
    url: "/alerts",
  };
  try {
    return { ...unknown, ...data.json() };
  } catch {
    return unknown;
  }
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data?.url));
});

/** Comes back to the page where it is open already. */
async function openPage(path) {
  const wanted = new URL(typeof path === "string" ? path : "/alerts", self.location.origin);
  const url = wanted.origin === self.location.origin ? wanted : new URL("/alerts", self.location.origin);
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find((client) => {
    const at = new URL(client.url);
    return at.pathname === url.pathname && (url.search === "" || at.search === url.search);
  });
  return there ? there.focus() : self.clients.openWindow(url.href);
}
