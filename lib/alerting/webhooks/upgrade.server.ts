import "server-only";
import { log } from "@/lib/base/request/log.server";
import { replayDeliveries } from "./replay.server";
import { listUnsettled, readUpgrade, writeUpgrade } from "./settle-store.server";

const PAGE = 64;

/**
 * After an upgrade, takes in what was not understood before and is now: once a build of the program, over the
 * whole quarantine. What is still not understood is left as it is.
 * @param options.build tells one build of the program from another
 * @param options.signal ends it between two pages; the next start begins anew
 */
export async function replayAfterUpgrade(options: {
  build: string;
  by: string;
  signal?: AbortSignal | undefined;
}): Promise<void> {
  const { build, by, signal } = options;
  if ((await readUpgrade()) === build) return;
  let applied = 0;
  for (let after = "0"; ; ) {
    signal?.throwIfAborted();
    const ids = await listUnsettled({ outcome: "quarantined", after, take: PAGE });
    const last = ids.at(-1);
    if (last === undefined) break;
    after = last;
    const { accepted } = await replayDeliveries(ids, { by, onlyIf: ({ understood }) => understood !== null });
    applied += accepted;
  }
  await writeUpgrade(build);
  if (applied > 0)
    log.info({ applied }, "Notifications that were in quarantine are understood now and applied");
}
