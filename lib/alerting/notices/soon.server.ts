import "server-only";
import { groupBy } from "@/lib/base/core/group-by";
import { enqueue } from "@/lib/base/queue/service.server";
import { log } from "@/lib/base/request/log.server";
import { hasRules } from "./engine-store.server";

type AlertRef = { tenancyId: number; alertId: string };

/** Places are inferred by then, where they can be at once. */
const DELAY_MS = 500;
const RULES_KNOWN_MS = 5_000;
const ALERTS_A_JOB = 1_000;
/** What is not looked at by name is found by the look of each minute. */
const MOST_WAITING = 50_000;

let waiting = new Map<string, AlertRef>();

/**
 * Has somebody look soon whether people are to be told of alerts. Returns at once, costs the intake nothing
 * but a line in memory, and never throws.
 */
export function noticeSoon(touched: readonly AlertRef[]): void {
  if (touched.length === 0 || waiting.size >= MOST_WAITING) return;
  if (waiting.size === 0) setTimeout(() => void hand(), DELAY_MS).unref();
  for (const alert of touched) waiting.set(`${alert.tenancyId}:${alert.alertId}`, alert);
}

async function hand(): Promise<void> {
  const alerts = [...waiting.values()];
  waiting = new Map();
  try {
    if (!(await anyRules())) return;
    for (let start = 0; start < alerts.length; start += ALERTS_A_JOB) {
      const groups = groupBy(alerts.slice(start, start + ALERTS_A_JOB), ({ tenancyId }) => tenancyId);
      const refs = [...groups].map(([tenancyId, group]) => ({
        tenancyId,
        alertIds: group.map(({ alertId }) => alertId),
      }));
      await enqueue("look-for-notices", { alerts: refs });
    }
  } catch (error) {
    log.warn({ err: error }, "Notices could not be asked for; the look of each minute finds them");
  }
}

let known: { at: number; any: boolean } | undefined;

/** Without any rule, which is so in many places, nothing is queued. */
async function anyRules(): Promise<boolean> {
  if (known && performance.now() - known.at < RULES_KNOWN_MS) return known.any;
  const any = await hasRules();
  known = { at: performance.now(), any };
  return any;
}
