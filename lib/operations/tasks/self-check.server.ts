import "server-only";
import { getPrisma } from "@/lib/base/db/prisma.server";
import { env } from "@/lib/base/env/env.server";
import { log } from "@/lib/base/request/log.server";

const KEY = "endpoint-answered";

/**
 * Asks our own notification address, as the service would reach it, whether it answers: 405 to a GET
 * (contract.md, "Notifications"). Keeps when it last did, so that a quiet page can say whether it is blind.
 */
export async function checkOwnAddress(): Promise<void> {
  const address = new URL("/api/webhooks/alerts", env().LEAFWATCH_URL);
  if (!(await answers405(address))) return;
  const value = { at: new Date().toISOString() };
  await getPrisma().setting.upsert({
    where: { key: KEY },
    create: { key: KEY, value },
    update: { value },
  });
}

async function answers405(address: URL): Promise<boolean> {
  try {
    const answer = await fetch(address, { redirect: "manual", signal: AbortSignal.timeout(10_000) });
    await answer.body?.cancel();
    if (answer.status === 405) return true;
    log.warn({ status: answer.status }, "Our own notification address answers, but not as Leafwatch does");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log.warn({ reason }, "Our own notification address does not answer");
  }
  return false;
}
