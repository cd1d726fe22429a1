import "server-only";
import type { Actor } from "@/lib/auth/contract";
import { AppError } from "@/lib/core/errors";
import { isPlantServiceError } from "@/lib/plant-service/errors";
import { TransportError } from "@/lib/plant-service/transport";
import { tryUnseal } from "@/lib/secrets/seal.server";
import { typedAddressPolicy } from "./addresses.server";
import { requireTenancy } from "./admin.server";
import { adviceFor, NAME_NOT_FOUND } from "./connection-advice";
import { type Advice, HISTORY_STEPS, TEST_STEPS, type TestStep, type TestValues } from "./connection-step";
import { clientSecretPurpose } from "./contract";
import { type HistoryStep, historySteps, type TestedAccess } from "./history-steps.server";
import { callOwnAddress, type OwnAnswer } from "./own-address.server";
import { lastNotificationTimes, listActiveSecrets, type TenancyRow } from "./store.server";

const LONGEST_MS = 90_000;
const LIST = new Intl.ListFormat("en-GB", { type: "conjunction" });

/**
 * Tests a tenancy's connection step by step with the values of the form, saved or not: the name, a token, a
 * query, its status, its result, its rows; then our own address and the last notification. A stored secret
 * goes to the stored sign-in address only. No step ever holds a secret.
 * @returns the steps as they end
 * @throws AppError `forbidden`, `not-found`
 */
export async function startConnectionTest(
  actor: Actor,
  tenantId: string,
  values: TestValues,
  signal: AbortSignal,
): Promise<AsyncGenerator<TestStep>> {
  const row = await requireTenancy(actor, tenantId);
  return runAll(row, values, AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]));
}

async function* runAll(row: TenancyRow, values: TestValues, signal: AbortSignal): AsyncGenerator<TestStep> {
  yield* runHistory(row, values, signal);
  yield await testOwnAddress(row);
  yield await lastNotification(row);
}

async function* runHistory(
  row: TenancyRow,
  values: TestValues,
  signal: AbortSignal,
): AsyncGenerator<TestStep> {
  const steps = planHistory(row, values, signal);
  let failedAt: number | null = null;
  for (let step = 1; step <= HISTORY_STEPS; step += 1) {
    const plan = steps[step - 1];
    if (failedAt !== null || !plan) yield { ...blank(step), outcome: `waits for ${failedAt ?? step}` };
    else {
      const outcome = await runStep(step, plan);
      yield outcome;
      if (outcome.state === "failed") failedAt = step;
    }
  }
}

const blank = (step: number): TestStep => ({
  step,
  name: TEST_STEPS[step - 1] ?? "",
  state: "waiting",
  ...{ ms: null, at: null, call: null, outcome: null, advice: null },
});

function planHistory(row: TenancyRow, values: TestValues, signal: AbortSignal): HistoryStep[] {
  try {
    return historySteps(accessOf(row, values, signal));
  } catch (error) {
    return [{ call: null, work: () => Promise.reject(error) }];
  }
}

function accessOf(row: TenancyRow, values: TestValues, signal: AbortSignal): TestedAccess {
  const { baseUrl, authUrl, clientId, tokenAuth, dataDelayHours } = values;
  const missing = [
    ...(baseUrl ? [] : ["the base address"]),
    ...(authUrl ? [] : ["the sign-in address"]),
    ...(clientId ? [] : ["the client id"]),
  ];
  if (missing.length > 0) throw new AppError("bad-request", `Enter ${LIST.format(missing)}, then run again`);
  const own = row.trustedAddresses && baseUrl === row.baseUrl && authUrl === row.authUrl;
  const clientSecret = values.clientSecret || storedSecret(row, authUrl);
  const policy = { ...typedAddressPolicy(), allowPrivate: own };
  return { baseUrl, authUrl, clientId, clientSecret, tokenAuth, dataDelayHours, policy, signal };
}

function storedSecret(row: TenancyRow, authUrl: string): string {
  if (!row.clientSecret) throw new AppError("bad-request", "Enter the client secret, then run again");
  if (authUrl !== row.authUrl)
    throw new AppError(
      "bad-request",
      "The stored client secret goes to the stored sign-in address only. Save the new address, then run again",
    );
  const secret = tryUnseal(row.clientSecret, clientSecretPurpose(row.tenantId));
  if (secret === null)
    throw new AppError("bad-request", "The stored client secret cannot be opened: enter it again");
  return secret;
}

async function runStep(step: number, { call, work }: HistoryStep): Promise<TestStep> {
  const began = performance.now();
  const ended = () => Math.round(performance.now() - began);
  try {
    const outcome = await work();
    return { ...blank(step), state: "done", call, outcome, ms: ended() };
  } catch (error) {
    return { ...blank(step), state: "failed", call, ...faultOf(error), ms: ended() };
  }
}

function faultOf(error: unknown): { outcome: string; advice: Advice | null } {
  if (isPlantServiceError(error)) return { outcome: error.describe(), advice: adviceFor(error.code) };
  if (error instanceof TransportError)
    return {
      outcome: error.message,
      advice: adviceFor(error.fault === "too-large" ? "bad-answer" : error.fault),
    };
  if (error instanceof AppError) return { outcome: error.message, advice: null };
  if (error instanceof Error && "hostname" in error)
    return { outcome: `${String(error.hostname)} was not found`, advice: NAME_NOT_FOUND };
  if (error instanceof Error && error.name === "AbortError")
    return { outcome: `Not ready after ${LONGEST_MS / 1000} s`, advice: adviceFor("timeout") };
  throw error;
}

async function testOwnAddress(row: TenancyRow): Promise<TestStep> {
  const step = TEST_STEPS.indexOf("Own address") + 1;
  const began = performance.now();
  const call = (method: string) => `${method} /api/webhooks/alerts`;
  try {
    const answer = await callOwnAddress(row.id);
    const ms = Math.round(performance.now() - began);
    return { ...blank(step), ...judgeOwnAnswer(answer), call: call(answer.method), ms };
  } catch {
    return {
      ...blank(step),
      state: "failed",
      call: call("GET"),
      ms: Math.round(performance.now() - began),
      outcome: "Our own address did not answer within 5 s.",
      advice: {
        cause: "LEAFWATCH_URL is not an address under which this machine reaches itself.",
        next: "Compare LEAFWATCH_URL with the address in the browser, and restart after a change.",
      },
    };
  }
}

function judgeOwnAnswer(answer: OwnAnswer): Pick<TestStep, "state" | "outcome" | "advice"> {
  const { method, httpStatus, status } = answer;
  if (method === "GET" && httpStatus === 405)
    return {
      state: "done",
      outcome: "It answers. The first notification will prove the secret",
      advice: null,
    };
  if (method === "POST" && httpStatus < 300)
    return {
      state: "done",
      outcome: `Signed by ourselves, the last notification once more: ${status ?? httpStatus}. No alert changed`,
      advice: null,
    };
  return {
    state: "failed",
    outcome: `It answered ${httpStatus}${status ? `, ${status}` : ""}.`,
    advice: {
      cause: "a proxy before Leafwatch changes or refuses requests to this path.",
      next: "Let POST /api/webhooks/alerts pass untouched, with its body and headers.",
    },
  };
}

async function lastNotification(row: TenancyRow): Promise<TestStep> {
  const step = TEST_STEPS.indexOf("A notification of the service") + 1;
  const at = (await lastNotificationTimes()).get(row.id)?.toISOString() ?? null;
  const secrets = await listActiveSecrets(row.id);
  if (secrets.length === 0)
    return { ...blank(step), outcome: "Waits for a webhook secret: add one, the service's console shows it" };
  if (!at) return { ...blank(step), outcome: "None has come yet" };
  const fitted = secrets.filter(({ lastUsedAt }) => lastUsedAt !== null).length;
  return { ...blank(step), state: "done", at, outcome: fittedWords(fitted, secrets.length) };
}

function fittedWords(fitted: number, stored: number): string {
  if (fitted === 0) return "No present secret has fitted yet";
  return stored === 1 ? "The stored secret fitted" : `${fitted} of ${stored} secrets fitted`;
}
