import "server-only";
import { processSingleton } from "@/lib/base/core/process-singleton";
import { HOUR_MS } from "@/lib/base/core/time";
import { env } from "@/lib/base/env/env.server";
import { type Finding, warn } from "./contract";
import { judgeCertificate, judgeClock, judgePlainMail } from "./outside";
import { type Place, type Probe, probe } from "./probe.server";
import { databaseAheadMs, readConnections } from "./store.server";

/** More than an installation has; each is called once an hour. */
const MAX_PLACES = 60;

/** A certificate and a clock as seen from here, each with its judgement. */
export type Outside = {
  certificates: { name: string; host: string; until: Date | null; checkedAt: Date; finding: Finding }[];
  clocks: { name: string; aheadMs: number | null; finding: Finding }[];
};

type Asked = { at: number; outcome: Promise<Probe | Error> };

const held = processSingleton<{ probes: Map<string, Asked> }>();

/**
 * Looks at the certificates of the configured addresses (public address, services, mail server) and compares the clocks of
 * the services and the database with this machine's. Each address is called once an hour at most; nothing else is called.
 */
export async function lookOutside(now: Date): Promise<Outside> {
  const places = (await listPlaces()).slice(0, MAX_PLACES);
  forgetOthers(places);
  const seen = await Promise.all(
    places.map(async (place) => ({ place, ...(await probeHourly(place, now)) })),
  );
  const isSecure = ({ url }: Place) => url.protocol !== "http:";
  const database = { name: "the database", aheadMs: await databaseAheadMs() };
  return {
    certificates: seen.flatMap(({ place, at, outcome }) =>
      isSecure(place)
        ? {
            ...{ name: place.name, host: place.url.host, checkedAt: new Date(at) },
            until: outcome instanceof Error ? null : outcome.until,
            finding: certificateFinding(place, outcome, now),
          }
        : [],
    ),
    clocks: [
      { ...database, finding: judgeClock(database.name, database.aheadMs) },
      ...seen.flatMap(({ place, outcome }) =>
        outcome instanceof Error || outcome.aheadMs === null
          ? []
          : {
              ...{ name: place.name, aheadMs: outcome.aheadMs },
              finding: judgeClock(place.name, outcome.aheadMs),
            },
      ),
    ],
  };
}

function certificateFinding({ name, url }: Place, outcome: Probe | Error, now: Date): Finding {
  if (!(outcome instanceof Error))
    return outcome.plainIn === undefined
      ? judgeCertificate(name, outcome, now)
      : judgePlainMail(name, outcome.plainIn);
  return warn(
    `The certificate of ${name} could not be looked at (${outcome.message})`,
    `Check that ${url.host} can be reached from this machine. It is tried again within an hour.`,
  );
}

const keyOf = ({ url, policy }: Place) => JSON.stringify([url.origin, url.host, url.protocol, policy]);

async function probeHourly(place: Place, now: Date): Promise<{ at: number; outcome: Probe | Error }> {
  held.probes ??= new Map();
  const key = keyOf(place);
  let asked = held.probes.get(key);
  if (!asked || now.getTime() - asked.at >= HOUR_MS) {
    const outcome = probe(place).catch((error: unknown) =>
      error instanceof Error ? error : new Error(String(error)),
    );
    asked = { at: now.getTime(), outcome };
    held.probes.set(key, asked);
  }
  return { at: asked.at, outcome: await asked.outcome };
}

/** Drops what was learned of addresses that are no longer configured. */
function forgetOthers(places: readonly Place[]): void {
  const present = new Set(places.map(keyOf));
  for (const key of held.probes?.keys() ?? []) if (!present.has(key)) held.probes?.delete(key);
}

/** The addresses in the environment may be private, as their operator wrote them; those from a page need permission. */
async function listPlaces(): Promise<Place[]> {
  const { LEAFWATCH_URL: own, LEAFWATCH_SMTP_URL: mail, LEAFWATCH_ALLOW_PRIVATE_HOSTS: allowList } = env();
  const given = { allowPrivate: true };
  const places: Place[] = [
    { name: "the public address", url: new URL("/api/health/live", own), policy: given },
  ];
  for (const { name, baseUrl, authUrl, trustedAddresses: allowPrivate } of await readConnections()) {
    const policy = { allowPrivate, allowList };
    for (const [what, text] of [
      [`the service of ${name}`, baseUrl],
      [`the sign-in of ${name}'s service`, authUrl],
    ] as const)
      if (text !== null && URL.canParse(text)) places.push({ name: what, url: new URL(text), policy });
  }
  if (mail !== undefined) places.push({ name: "the mail server", url: withoutSecrets(mail), policy: given });
  const known = new Set<string>();
  return places.filter(({ url: { protocol, host } }) => {
    const isNew = !known.has(`${protocol}//${host}`);
    known.add(`${protocol}//${host}`);
    return isNew;
  });
}

function withoutSecrets(text: string): URL {
  const url = new URL(text);
  [url.username, url.password] = ["", ""];
  return url;
}
