import "server-only";
import { randomBytes } from "node:crypto";
import { announceTest, findTestDelivery, signBody } from "@/lib/alerting/webhooks/service.server";
import { AppError } from "@/lib/base/core/errors";
import { ulid } from "@/lib/base/core/ulid";
import { transaction } from "@/lib/base/db/transaction.server";
import { takeRate } from "@/lib/base/request/rate-limit.server";
import type { WebhookKey } from "@/lib/farm/tenancies/contract";
import { webhookKeys } from "@/lib/farm/tenancies/service.server";
import type { TenancyRow } from "@/lib/farm/tenancies/store.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { recordAudit } from "@/lib/identity/audit/service.server";
import { requireTenancy } from "./admin.server";
import { webhookAddress } from "./own-address.server";
import { judgeNoAnswer, judgeTestAnswer, type TestOutcome } from "./test-outcome";

const TIMEOUT_MS = 5_000;
/** For a tenancy and a process: enough for somebody who tries things, too few to fill the log with. */
const RATE = { name: "test notifications", limit: 10, windowMs: 60_000 };

/**
 * Sends a notification to our own address as the service would: signed with the newest secret of the tenancy, over
 * HTTP, through the real intake. Its bytes are announced before, so that it is told from a real one and makes no
 * alert; nobody else can announce any.
 * @returns what came of it, also where nothing answered
 * @throws AppError `forbidden`, `not-found`; `conflict` without a secret; `too-many-requests`
 */
export async function sendTestNotification(actor: Actor, tenantId: string): Promise<TestOutcome> {
  const row = await requireTenancy(actor, tenantId);
  const key = await newestKey(row.id);
  if (!key) throw new AppError("conflict", "Store a webhook secret first: a test is signed with it.");
  if (!takeRate(RATE, tenantId))
    throw new AppError(
      "too-many-requests",
      "Ten tests were sent within a minute. Send the next one in a minute.",
    );
  const body = testBody(tenantId);
  const hash = await announceTest({ tenancyId: row.id, body, by: actor.name });
  const outcome = await deliver(body, key);
  const deliveryId = await findTestDelivery(row.id, hash);
  await noteSent(actor, row, outcome);
  return { ...outcome, deliveryId };
}

/** The newest webhook secret of a tenancy that opens, with its header; undefined without one. */
async function newestKey(tenancyId: number): Promise<WebhookKey | undefined> {
  return (await webhookKeys()).filter((key) => key.tenancyId === tenancyId).at(-1);
}

/**
 * A notification (docs/spec/service-interface.md "Notification fields") as small as they come; its random ids make
 * its bytes ours alone.
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

async function deliver(
  body: Uint8Array<ArrayBuffer>,
  key: WebhookKey,
): Promise<Omit<TestOutcome, "deliveryId">> {
  const at = new Date().toISOString();
  const began = performance.now();
  const took = () => Math.round(performance.now() - began);
  try {
    const answer = await post(body, key);
    return { at, ms: took(), ...judgeTestAnswer(answer, key.header) };
  } catch (error) {
    return { at, ms: took(), ...judgeNoAnswer(error) };
  }
}

async function post(body: Uint8Array<ArrayBuffer>, key: WebhookKey) {
  const response = await fetch(webhookAddress(), {
    method: "POST",
    redirect: "manual",
    cache: "no-store",
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: {
      "content-type": "application/json",
      "user-agent": "Leafwatch test (request test)",
      [key.header]: signBody(body, key.secret).toString("hex"),
    },
    body,
  });
  return { httpStatus: response.status, status: await statusOf(response) };
}

async function statusOf(response: Response): Promise<string | null> {
  const answer: unknown = await response.json().catch(() => null);
  if (typeof answer !== "object" || answer === null || !("status" in answer)) return null;
  return typeof answer.status === "string" ? answer.status : null;
}

async function noteSent(
  actor: Actor,
  row: TenancyRow,
  { said, ms }: Pick<TestOutcome, "said" | "ms">,
): Promise<void> {
  await transaction((tx) =>
    recordAudit(tx, actor, {
      action: "tenancy.test-sent",
      target: row.name,
      detail: { outcome: said, took: `${ms} ms` },
    }),
  );
}
