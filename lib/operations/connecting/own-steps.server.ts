import "server-only";
import { AppError } from "@/lib/base/core/errors";
import { lastNotificationTimes, listActiveSecrets, type TenancyRow } from "@/lib/farm/tenancies/store.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { TEST_STEPS, type TestStep } from "./connection-step";
import { webhookAddress } from "./own-address.server";
import { blankStep } from "./step-facts";
import { sendTestNotification } from "./test-notification.server";
import { judgeNoAnswer, judgeTestAnswer } from "./test-outcome";

const TIMEOUT_MS = 5_000;
const OWN_ADDRESS = TEST_STEPS.indexOf("Own address") + 1;
const NOTIFICATION = TEST_STEPS.indexOf("A notification of the service") + 1;

const callOf = (method: string) => `${method} /api/webhooks/alerts`;

/**
 * The step of our own address: a test notification where a secret is stored, else only whether the address answers as
 * ours does (405 to a GET).
 */
export async function testOwnAddress(actor: Actor, row: TenancyRow): Promise<TestStep> {
  const secrets = await listActiveSecrets(row.id);
  if (secrets.length === 0) return askOwnAddress();
  try {
    const { ok, said, advice, ms } = await sendTestNotification(actor, row.tenantId);
    const step = { ...blankStep(OWN_ADDRESS), call: callOf("POST"), ms, outcome: said };
    return ok ? { ...step, state: "done" } : { ...step, state: "failed", advice };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ...blankStep(OWN_ADDRESS), outcome: error.message };
  }
}

async function askOwnAddress(): Promise<TestStep> {
  const began = performance.now();
  const step = { ...blankStep(OWN_ADDRESS), call: callOf("GET") };
  const ended = () => Math.round(performance.now() - began);
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(webhookAddress(), { redirect: "manual", signal, cache: "no-store" });
    await response.body?.cancel();
    if (response.status === 405)
      return {
        ...step,
        state: "done",
        ms: ended(),
        outcome: "It answers. A webhook secret is not stored yet",
      };
    const { said, advice } = judgeTestAnswer({ httpStatus: response.status, status: null }, "");
    return { ...step, state: "failed", ms: ended(), outcome: said, advice };
  } catch (error) {
    const { said, advice } = judgeNoAnswer(error);
    return { ...step, state: "failed", ms: ended(), outcome: said, advice };
  }
}

/** The step of the last notification: when the service last sent one, and which secrets fitted. */
export async function lastNotification(row: TenancyRow): Promise<TestStep> {
  const step = blankStep(NOTIFICATION);
  const at = (await lastNotificationTimes()).get(row.id)?.toISOString() ?? null;
  const secrets = await listActiveSecrets(row.id);
  if (secrets.length === 0)
    return { ...step, outcome: "Waits for a webhook secret: add one, the service's console shows it" };
  if (!at) return { ...step, outcome: "None has come yet" };
  const fitted = secrets.filter(({ lastUsedAt }) => lastUsedAt !== null).length;
  return { ...step, state: "done", at, outcome: fittedWords(fitted, secrets.length) };
}

function fittedWords(fitted: number, stored: number): string {
  if (fitted === 0) return "No present secret has fitted yet";
  return stored === 1 ? "The stored secret fitted" : `${fitted} of ${stored} secrets fitted`;
}
