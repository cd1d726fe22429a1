import "server-only";
import { AppError } from "@/lib/base/core/errors";
import { tryUnseal } from "@/lib/base/secrets/seal.server";
import { typedAddressPolicy } from "@/lib/farm/tenancies/addresses.server";
import { clientSecretPurpose } from "@/lib/farm/tenancies/contract";
import {
  lastNotificationTimes,
  listActiveSecrets,
  noteTrials,
  type TenancyRow,
} from "@/lib/farm/tenancies/store.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { isPlantServiceError } from "@/lib/service/errors";
import { requireTenancy, toSettings, triedOf } from "./admin.server";
import { ADVICE, adviceForError } from "./connection-advice";
import {
  ADDRESS_STEPS,
  blankStep,
  HISTORY_STEPS,
  TEST_STEPS,
  type TestedValues,
  type TestStep,
  type TestValues,
} from "./connection-step";
import { type HistoryStep, historySteps, NotReached, type TestedAccess } from "./history-steps.server";
import { requestOwnAddress, sendTestNotification } from "./test-notification.server";
import { judgeTestAnswer } from "./test-outcome";
import { toStored, trialsOfSteps, untriedBy } from "./trials";

const MAX_MS = 90_000;
const OWN_ADDRESS_STEP = TEST_STEPS.indexOf("Own address") + 1;
const NOTIFICATION_STEP = TEST_STEPS.indexOf("A notification from the service") + 1;

const LIST = new Intl.ListFormat("en-GB", { type: "conjunction" });

/**
 * Tests a tenancy's connection with the values of the form, saved or not: addresses, token, query, status, result and
 * rows; then our own address, by a test notification where a webhook secret is stored, and the last notification. A
 * stored secret is sent to the stored sign-in address only. No step contains a secret.
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
  const { baseUrl, authUrl, clientId, tokenAuth, dataDelayHours } = toSettings(row);
  const stored = { baseUrl: baseUrl ?? "", authUrl: authUrl ?? "", clientId: clientId ?? "" };
  const tested = { ...stored, tokenAuth, dataDelayHours, upTo: TEST_STEPS.length, ...values };
  return runSteps(actor, row, tested, AbortSignal.any([signal, AbortSignal.timeout(MAX_MS)]));
}

async function* runSteps(
  actor: Actor,
  row: TenancyRow,
  values: TestedValues,
  signal: AbortSignal,
): AsyncGenerator<TestStep> {
  const ended: TestStep[] = [];
  for await (const step of runHistory(row, values, signal)) {
    ended.push(step);
    yield step;
  }
  const stored = triedOf(row);
  // A typed secret or an unsaved form says nothing about the stored settings.
  const changes = untriedBy({ ...stored, ...values }, stored);
  if (!values.clientSecret && Object.keys(changes).length === 0)
    await noteTrials(row.id, toStored(trialsOfSteps(ended), stored, new Date()));
  if (values.upTo <= HISTORY_STEPS) return;
  yield await testOwnAddress(actor, row);
  yield await lastNotification(row);
}

async function* runHistory(
  row: TenancyRow,
  values: TestedValues,
  signal: AbortSignal,
): AsyncGenerator<TestStep> {
  const steps = planHistory(row, values, signal);
  let failedAt: number | null = null;
  for (let step = 1; step <= Math.min(HISTORY_STEPS, values.upTo); step += 1) {
    const plan = steps[step - 1];
    if (failedAt !== null || !plan)
      yield { ...blankStep(step), outcome: `Waits for “${TEST_STEPS[(failedAt ?? step) - 1]}”` };
    else {
      const outcome = await runStep(step, plan);
      yield outcome;
      if (outcome.state === "failed") failedAt = step;
    }
  }
}

function planHistory(row: TenancyRow, values: TestedValues, signal: AbortSignal): HistoryStep[] {
  try {
    return historySteps(accessOf(row, values, signal));
  } catch (error) {
    return [{ call: null, work: () => Promise.reject(error) }];
  }
}

function accessOf(row: TenancyRow, values: TestedValues, signal: AbortSignal): TestedAccess {
  const { baseUrl, authUrl, clientId, tokenAuth, dataDelayHours } = values;
  const missing = [
    ...(baseUrl ? [] : ["the base address"]),
    ...(authUrl ? [] : ["the sign-in address"]),
    ...(clientId || values.upTo <= ADDRESS_STEPS ? [] : ["the client id"]),
  ];
  if (missing.length > 0) throw new AppError("bad-request", `Enter ${LIST.format(missing)}, then run again`);
  const own = row.trustedAddresses && baseUrl === row.baseUrl && authUrl === row.authUrl;
  const clientSecret = values.upTo <= ADDRESS_STEPS ? "" : values.clientSecret || storedSecret(row, authUrl);
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
    return { ...blankStep(step), state: "done", call, outcome, ms: ended() };
  } catch (error) {
    return { ...blankStep(step), state: "failed", call, ...toFault(error), ms: ended() };
  }
}

function toFault(error: unknown): Pick<TestStep, "outcome" | "advice"> & Partial<TestStep> {
  if (isPlantServiceError(error))
    return { outcome: error.message, advice: adviceForError(error, error.code), code: error.code };
  if (error instanceof NotReached) {
    const { message, advice, code, faults } = error;
    return { outcome: message, advice, code, faults };
  }
  if (error instanceof AppError) return { outcome: error.message, advice: null };
  if (error instanceof Error && error.name === "AbortError")
    return { outcome: `Not ready after ${MAX_MS / 1000} s`, advice: ADVICE.timeout };
  throw error;
}

/** Tests our own address by a test notification; without a secret by a GET, which has to answer 405. */
async function testOwnAddress(actor: Actor, row: TenancyRow): Promise<TestStep> {
  const step = blankStep(OWN_ADDRESS_STEP);
  const hasSecret = (await listActiveSecrets(row.id)).length > 0;
  const call = `${hasSecret ? "POST" : "GET"} /api/webhooks/alerts`;
  try {
    const { ok, said, advice, ms } = hasSecret
      ? await sendTestNotification(actor, row.tenantId)
      : await requestOwnAddress({}, judgeReach);
    return { ...step, state: ok ? "done" : "failed", call, ms, outcome: said, advice: ok ? null : advice };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ...step, outcome: error.message };
  }
}

/** Judges the answer to a GET, which our own address refuses. */
const judgeReach = ({ httpStatus }: { httpStatus: number }) =>
  httpStatus === 405
    ? { ok: true, said: "It answers. A webhook secret is not stored yet", advice: null }
    : judgeTestAnswer({ httpStatus, status: null }, "");

/** Reports when the service last sent a notification, and how many secrets have verified any. */
async function lastNotification(row: TenancyRow): Promise<TestStep> {
  const step = blankStep(NOTIFICATION_STEP);
  const at = (await lastNotificationTimes()).get(row.id)?.toISOString() ?? null;
  const secrets = await listActiveSecrets(row.id);
  if (secrets.length === 0)
    return { ...step, outcome: "Waits for a webhook secret: add one, the service's console shows it" };
  if (!at) return { ...step, outcome: "None yet" };
  const fitted = secrets.filter(({ lastUsedAt }) => lastUsedAt !== null).length;
  return { ...step, state: "done", at, outcome: fittedWords(fitted, secrets.length) };
}

function fittedWords(fitted: number, stored: number): string {
  if (fitted === 0) return "No current secret has matched yet";
  return stored === 1 ? "The stored secret matches" : `${fitted} of ${stored} secrets match`;
}
