// Signed notifications of a test, beside those that the demonstration sends by itself.

import { createHmac, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ulid } from "@/lib/base/core/ulid";
import { demo } from "./test";

type Secrets = { apiToken: string; webhookSecret: string };
type Severity = "LOW" | "MEDIUM" | "HIGH";
export type Raised = { alertId: string; jobId: string; severity: Severity };

const secrets = (): Secrets => JSON.parse(readFileSync(join(demo.dataDir(), "demo.json"), "utf8"));
const newUlid = () => ulid(Date.now(), randomBytes(16));

async function tenantId(): Promise<string> {
  const answer = await fetch(`${demo.url()}/api/v1/alerts?limit=1`, {
    headers: { authorization: `Bearer ${secrets().apiToken}` },
  });
  const { items } = (await answer.json()) as { items: { tenantId: string }[] };
  if (!items[0]) throw new Error("The demonstration has no alert");
  return items[0].tenantId;
}

async function send(raised: Raised, members: Record<string, unknown>): Promise<void> {
  const body = JSON.stringify({
    alertId: raised.alertId,
    alertSeverity: raised.severity,
    alertType: "HEALTH",
    jobId: raised.jobId,
    notificationId: newUlid(),
    tenantId: await tenantId(),
    timestamp: new Date().toISOString(),
    ...members,
  });
  const signature = createHmac("sha256", secrets().webhookSecret).update(body).digest("hex");
  const answer = await fetch(`${demo.url()}/api/webhooks/alerts`, {
    method: "POST",
    headers: { "service-signature": signature, "content-type": "application/json" },
    body,
  });
  // 202: spooled to disk first, on a busy machine.
  if (!answer.ok) throw new Error(`The notification was answered ${answer.status}`);
}

/** Raises an alert on a job, by default on a new one, so that a list of that job has only this alert. */
export async function raiseAlert(
  severity: Severity = "LOW",
  jobId = `DESK_${newUlid().slice(-8)}`,
): Promise<Raised> {
  const raised = { alertId: newUlid(), jobId, severity };
  await send(raised, { event: "RAISED" });
  return raised;
}

/** Makes an alert worse. */
export async function worsen(raised: Raised, alertSeverity: Severity): Promise<void> {
  await send(raised, { event: "SEVERITY_INCREASED", alertSeverity, previousSeverity: raised.severity });
}

/** Closes an alert. */
export async function closeAlert(raised: Raised, closeReason = "RECOVERY_DETECTED"): Promise<void> {
  await send(raised, { event: "CLOSED", closeReason });
}
