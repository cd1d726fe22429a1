import "server-only";
import { randomBytes } from "node:crypto";
import { announceTest, findTestDelivery, signBody } from "@/lib/alerting/webhooks/service.server";
import { AppError } from "@/lib/base/core/errors";
import { ulid } from "@/lib/base/core/ulid";
import { transaction } from "@/lib/base/db/transaction.server";
import { takeRate } from "@/lib/base/request/rate-limit.server";
import { webhookKeys } from "@/lib/farm/tenancies/service.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { recordAudit } from "@/lib/identity/audit/service.server";
import { requireTenancy } from "./admin.server";
import { webhookAddress } from "./own-address.server";
import { judgeNoAnswer, judgeTestAnswer, type TestOutcome } from "./test-outcome";

const TIMEOUT_MS = 5_000;
/** Limit for each tenancy in a process: enough to try things, too few to fill the list of deliveries. */
const RATE = { name: "test notifications", limit: 10, windowMs: 60_000 };

/**
 * Sends a notification to our own address as the service would: signed with the newest secret of the tenancy, over
 * HTTP, through the real intake. Its bytes are announced before, so that the intake makes no alert of it.
 * @returns its outcome, also if nothing answered
 * @throws AppError `forbidden`, `not-found`; `conflict` without a secret; `too-many-requests`
 */
export async function sendTestNotification(actor: Actor, tenantId: string): Promise<TestOutcome> {
  const row = await requireTenancy(actor, tenantId);
  // The newest webhook secret that opens, with its header.
  const key = (await webhookKeys()).filter(({ tenancyId }) => tenancyId === row.id).at(-1);
  if (!key) throw new AppError("conflict", "Store a webhook secret first: a test is signed with it.");
  if (!takeRate(RATE, tenantId))
    throw new AppError(
      "too-many-requests",
      "Ten tests were sent within a minute. Send the next one in a minute.",
    );
  const body = testBody(tenantId);
  const hash = await announceTest({ tenancyId: row.id, body, by: actor.name });
  const headers = {
    "content-type": "application/json",
    "user-agent": "Leafwatch test (request test)",
    [key.header]: signBody(body, key.secret).toString("hex"),
  };
  const outcome = await requestOwnAddress({ method: "POST", headers, body }, (answer) =>
    judgeTestAnswer(answer, key.header),
  );
  const deliveryId = await findTestDelivery(row.id, hash);
  await transaction((tx) =>
    recordAudit(tx, actor, {
      action: "tenancy.test-sent",
      target: row.name,
      detail: { outcome: outcome.said, took: `${outcome.ms} ms` },
    }),
  );
  return { ...outcome, deliveryId };
}

/**
 * A minimal notification (docs/spec/service-interface.md "Notification fields"); its random ids make its bytes unique.
 */
function testBody(tenantId: string): Uint8Array<ArrayBuffer> {
  const now = Date.now();
  const id = () => `TEST-${ulid(now, randomBytes(16))}`;
  const notification = {
    notificationId: id(),
    alertId: id(),
    tenantId,
    event: "RAISED",
    alertType: "HEALTH",
    alertSeverity: "LOW",
    jobId: "LEAFWATCH_TEST",
    timestamp: new Date(now).toISOString(),
    test: true,
  };
  return new Uint8Array(Buffer.from(JSON.stringify(notification), "utf8"));
}

/** Requests our own webhook address and judges its answer, or that none came. */
export async function requestOwnAddress(
  request: RequestInit,
  judge: (answer: { httpStatus: number; status: string | null }) => ReturnType<typeof judgeNoAnswer>,
): Promise<Omit<TestOutcome, "deliveryId">> {
  const at = new Date().toISOString();
  const began = performance.now();
  const options: RequestInit = {
    redirect: "manual",
    cache: "no-store",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  };
  const judged = await fetch(webhookAddress(), { ...options, ...request })
    .then(async (response) => judge({ httpStatus: response.status, status: await statusOf(response) }))
    .catch(judgeNoAnswer);
  return { at, ms: Math.round(performance.now() - began), ...judged };
}

async function statusOf(response: Response): Promise<string | null> {
  const answer: unknown = await response.json().catch(() => null);
  if (typeof answer !== "object" || answer === null || !("status" in answer)) return null;
  return typeof answer.status === "string" ? answer.status : null;
}
