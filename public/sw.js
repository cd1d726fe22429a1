// Service worker: shows notices, and an offline page while the server cannot be reached. It caches no data of the
// server, so that no page shows outdated data as current. It caches the page of a wall, which marks its last state as
// not live, and reloads that page when it hangs.

const KEPT = "leafwatch-kept-1";
const OFFLINE = "/offline.html";
const SEEN = "/last-seen";
const WALL = "leafwatch-wall-1";
const WALL_FILES = "/_next/static/";
/** A wall sends a sign of life every 10 s; without one for this long it hangs. */
const WALL_SILENT_MS = 45_000;
/** The page shown before a hung wall loads again; its 3 s let the browser end the hung process. */
const PAUSE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="refresh" content="3" />
    <title>Leafwatch</title>
    <style>
      body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: #0e110c; color: #eef0ea;
        font: 4.9vmin / 1.3 Inter, system-ui, sans-serif; cursor: none; }
    </style>
  </head>
  <body><p>This screen stood still. It begins anew.</p></body>
</html>`;
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
  // Claims the open pages: a worker can reload only a page that it controls.
  event.waitUntil(Promise.all([forgetOlder(), self.clients.claim()]));
});

async function forgetOlder() {
  const names = await caches.keys();
  const old = names.filter((name) => name !== KEPT && name !== WALL);
  await Promise.all(old.map((name) => caches.delete(name)));
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (isFileOfWall(request)) {
    event.respondWith(fetch(request).catch(() => keptOfWall(request)));
    return;
  }
  // Only pages: calls and downloads report a missing answer themselves.
  if (request.mode !== "navigate" || request.method !== "GET") return;
  if (new URL(request.url).pathname.startsWith("/api/")) return;
  if (isWall(request.url)) {
    event.respondWith(begunAnew.delete(request.url) ? pauseOfWall() : wallPage(request));
    return;
  }
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
  const { data, source } = event;
  if (data === "seen") event.waitUntil(noteSeen());
  else if (data?.wall === "keep") event.waitUntil(keepWall(data.page, data.files));
  else if (data?.wall === "forget") event.waitUntil(caches.delete(WALL));
  else if (data?.wall === "alive" && source) event.waitUntil(untilSilent(source.id));
  else if (data?.wall === "left" && source) lives.delete(source.id);
});

/** Returns true for the page of a wall: `/wall` or one of its boards. */
function isWall(address) {
  return /^\/wall(\/|$)/.test(new URL(address).pathname);
}

/** Returns true for scripts, styles and fonts of a wall's page; a font has its stylesheet as referrer, not the page. */
function isFileOfWall({ url, referrer, destination }) {
  const { origin, pathname } = new URL(url);
  if (origin !== self.location.origin || !pathname.startsWith(WALL_FILES)) return false;
  return destination === "font" || (URL.canParse(referrer) && isWall(referrer));
}

/** The server's page; the cached one if the server fails or does not answer. */
async function wallPage(request) {
  try {
    const answer = await fetch(request);
    if (answer.status < 500) return answer;
    return (await keptOfWall(request)) ?? answer;
  } catch {
    return (await keptOfWall(request)) ?? offlinePage(request.url);
  }
}

async function keptOfWall(request) {
  const kept = await caches.open(WALL);
  return (await kept.match(request, { ignoreSearch: isWall(request.url) })) ?? fallback(request);
}

const fallback = (request) => (isWall(request.url) ? undefined : Response.error());

/** Caches a wall's page with its files, and deletes the files of older builds. */
async function keepWall(page, files) {
  if (typeof page !== "string" || !Array.isArray(files) || !isWall(page)) return;
  const kept = await caches.open(WALL);
  const answer = await fetch(page, { credentials: "same-origin", cache: "no-store" });
  if (!answer.ok || answer.redirected) return;
  await kept.put(withoutSearch(page), answer);
  const wanted = files.filter((file) => new URL(file).pathname.startsWith(WALL_FILES));
  for (const file of wanted) if (!(await kept.match(file))) await kept.add(file).catch(() => undefined);
  for (const { url } of await kept.keys()) if (!isWall(url) && !wanted.includes(url)) await kept.delete(url);
}

function withoutSearch(address) {
  const { origin, pathname } = new URL(address);
  return origin + pathname;
}

/** The time of each wall's last sign of life, by client id. */
const lives = new Map();
/** Addresses of walls that hung, until the pause page is served for them. */
const begunAnew = new Set();

/** Waits for the next sign of life of a wall, and reloads its page if none comes. */
async function untilSilent(id) {
  const at = Date.now();
  lives.set(id, at);
  await new Promise((resolve) => setTimeout(resolve, WALL_SILENT_MS));
  if (lives.get(id) !== at) return;
  lives.delete(id);
  const client = await self.clients.get(id);
  if (!client || !isWall(client.url)) return;
  begunAnew.add(client.url);
  await client.navigate(client.url).catch(() => undefined);
  begunAnew.delete(client.url);
}

/**
 * The page shown in place of a wall that hung, until the wall loads again. A hung page blocks its process, and another
 * page of its kind would wait in the same process. The server isolates the page of a wall from all others, so that this
 * page, which is not isolated, gets another process; the browser ends the hung one, and the wall then gets a new one.
 */
function pauseOfWall() {
  return new Response(PAUSE, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
    },
  });
}

/** Stores the time of the server's last answer, which the offline page shows. */
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
  const nonce = crypto.randomUUID();
  const shown = text
    .replace("<script>", () => `<script nonce="${nonce}">`)
    .replace("Last seen: not known", () => words)
    .replace('href="/"', () => `href="${target}"`);
  return new Response(shown, {
    status: 503,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": `default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; connect-src 'self'; script-src 'nonce-${nonce}'`,
    },
  });
}

/** A time by this device's clock, such as "14:20"; with its date unless it is today. */
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

/** The notice that the server sent, else a general one, since browsers require a visible notice for each push. */
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

/** Focuses the page if it is open already, else opens it. */
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
