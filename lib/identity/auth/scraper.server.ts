import "server-only";
import { AppError } from "@/lib/base/core/errors";
import { processSingleton } from "@/lib/base/core/process-singleton";
import { MINUTE_MS } from "@/lib/base/core/time";
import { withTimeout } from "@/lib/base/core/with-timeout.server";
import { requireAccess } from "@/lib/identity/actor/rules";
import { authenticate, bearerHash } from "./guard.server";

/** So long after it was last accepted a token reads the metrics while nobody can say whether it still may. */
const REMEMBERED_MS = 10 * MINUTE_MS;
/** A scrape that takes longer than 10 s is given up by Prometheus: that leaves time for the figures. */
const ASK_MS = 3_000;

/** When each token was accepted last, by its hash. By the steady clock: one that is set changes no bound. */
const held = processSingleton<{ scrapers: Map<string, number> }>();

/**
 * The check of who reads the metrics: an admin. They matter most while the database is away, so that a token which it
 * accepted not long before is enough then; whenever it answers, its word alone counts.
 * @param canAsk whether the database answers now
 * @throws AppError `unauthenticated`, `forbidden`; `unavailable` when nobody can say
 */
export async function requireScraper(request: Request, canAsk: boolean): Promise<void> {
  const hash = bearerHash(request.headers.get("authorization"));
  if (!canAsk && isRemembered(hash)) return;
  try {
    requireAccess(await withTimeout(authenticate(request), ASK_MS), "admin");
  } catch (error) {
    if (!(error instanceof AppError)) {
      if (isRemembered(hash)) return;
      throw nobodyKnows(error);
    }
    if (hash !== null) scrapers().delete(hash);
    throw error;
  }
  if (hash !== null) scrapers().set(hash, performance.now());
}

function isRemembered(hash: string | null): boolean {
  const at = hash === null ? undefined : scrapers().get(hash);
  return at !== undefined && performance.now() - at < REMEMBERED_MS;
}

function nobodyKnows(cause: unknown): AppError {
  return new AppError(
    "unavailable",
    "The database is out of reach or slow, so that nobody can be recognised. A request from the machine itself needs no token.",
    { cause },
  );
}

function scrapers(): Map<string, number> {
  held.scrapers ??= new Map();
  return held.scrapers;
}
