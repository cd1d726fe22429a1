// Service worker: shows notices, and an offline page while the server cannot be reached. Of the server's data it keeps
// the last open alerts, which only the offline page shows, with their time: no page shows outdated data as current. It
// caches the page of a wall, which marks its last state as not live, and reloads that page when it hangs.

const KEPT = "leafwatch-kept-1";
const OFFLINE = "/offline.html";
const SEEN = "/last-seen";
/** The last open alerts, by the beginning of their site's addresses. */
const OPEN = "leafwatch-open-1";
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
  const old = names.filter((name) => ![KEPT, OPEN, WALL].includes(name));
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
  const { pathname } = new URL(request.url);
  if (pathname.startsWith("/api/")) return;
  // The next person at this device may see other sites.
  if (pathname === "/sign-in") event.waitUntil(caches.delete(OPEN));
  if (isWall(request.url)) {
    event.respondWith(begunAnew.delete(request.url) ? pauseOfWall() : wallPage(request));
    return;
  }
  event.respondWith(
    fetch(request).then(
      (answer) => {
        if (isOfProxy(answer)) return offlinePage(request.url);
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
  else if (data?.open) event.waitUntil(keepOpen(data.open));
  else if (data?.wall === "keep") event.waitUntil(keepWall(data.page, data.files));
  else if (data?.wall === "forget") event.waitUntil(caches.delete(WALL));
  else if (data?.wall === "alive" && source) event.waitUntil(untilSilent(source.id));
  else if (data?.wall === "left" && source) lives.delete(source.id);
});

/** Returns true for the answer of a proxy, or of the receiver, whose server does not run: no page of ours has these. */
const isOfProxy = ({ status }) => status >= 502 && status <= 504;

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

/** Keeps the open alerts of a site, as the page has put them into words. */
async function keepOpen(open) {
  if (typeof open.prefix !== "string" || !Array.isArray(open.alerts)) return;
  const kept = await caches.open(OPEN);
  const [name, body] = [nameOfOpen(open.prefix), JSON.stringify(open)];
  // The last one comes last, for addresses that name no site.
  await kept.delete(name);
  await kept.put(name, new Response(body));
}

const nameOfOpen = (prefix) => `/open${prefix}`;

/** The open alerts of the site of an address; of the site that was seen last if it names none. */
async function openOf({ pathname }) {
  if (!(await caches.has(OPEN))) return null;
  const kept = await caches.open(OPEN);
  const [prefix] = /^\/s\/[^/]+/.exec(pathname) ?? [];
  const answer = prefix ? await kept.match(nameOfOpen(prefix)) : await kept.match((await kept.keys()).at(-1));
  return answer ? answer.json() : null;
}

async function offlinePage(address) {
  const again = new URL(address);
  const kept = await caches.open(KEPT);
  const [page, seen, open] = await Promise.all([
    kept.match(OFFLINE),
    kept.match(SEEN),
    openOf(again).catch(() => null),
  ]);
  const text = page ? await page.text() : "<!doctype html><title>Leafwatch</title><h1>Cannot see</h1>";
  const at = seen ? new Date(Number(await seen.text())) : null;
  const zone = open?.zone;
  const whose = zone ? "" : " by the clock of this device";
  const words = at ? `Last seen at ${clockOf(at, zone)}${whose}` : "Never seen yet";
  const target = escaped(`${again.pathname}${again.search}`);
  const nonce = crypto.randomUUID();
  const shown = text
    .replace("<script>", () => `<script nonce="${nonce}">`)
    .replace("Last seen: not known", () => words)
    .replace('href="/"', () => `href="${target}"`)
    .replace("<!-- open alerts -->", () => (open ? openPart(open) : ""));
  return new Response(shown, {
    status: 503,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": `default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; connect-src 'self'; script-src 'nonce-${nonce}'`,
    },
  });
}

const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text) => String(text ?? "").replace(/[&<>"]/g, (sign) => ESCAPES[sign]);

/** The last open alerts, boxed and with their time, since they may have changed. */
function openPart({ site, at, more, alerts }) {
  const of = site ? ` at ${escaped(site)}` : "";
  const none = "<p>No alert was open. One may have been raised since.</p>";
  const rows = alerts.map(
    ({ level, badge, kind, place, within, since, who }) =>
      `<li><b class="${LEVELS.includes(level) ? level : "plain"}">${escaped(badge)}</b> <strong>${escaped(place)}</strong>` +
      `<span>${[within, kind, `since ${since}`, who].filter(Boolean).map(escaped).join(" · ")}</span></li>`,
  );
  const rest = more > 0 ? `<p>And ${escaped(more)} more.</p>` : "";
  return `<section aria-labelledby="open"><h2 id="open">Open${of} when last seen, ${escaped(at)}</h2>${rows.length > 0 ? `<ol>${rows.join("")}</ol>${rest}` : none}</section>`;
}

/** A time in a site's zone, else by this device's clock, such as "14:20"; with its date unless it is today there. */
function clockOf(at, timeZone) {
  const time = at.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit", timeZone });
  const day = (one) =>
    one.toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone });
  return day(at) === day(new Date()) ? time : `${time} on ${day(at)}`;
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
