import "server-only";
import { createHmac } from "node:crypto";
import type { Actor } from "@/lib/auth/contract";
import { AppError } from "@/lib/core/errors";
import { env } from "@/lib/env/env.server";
import { requireTenancy } from "./admin.server";
import { webhookKeys } from "./service.server";
import { newestAcceptedBody } from "./store.server";

const TIMEOUT_MS = 5_000;

/** The address that the service is to send notifications to. */
export function webhookAddress(): string {
  return `${env().LEAFWATCH_URL.replace(/\/+$/, "")}/api/webhooks/alerts`;
}

/** What a notification that we sent to ourselves was answered with. */
export type OwnAnswer = {
  method: "GET" | "POST";
  httpStatus: number;
  /** `accepted`, `duplicate`, … of contract.md "Notifications"; null for an answer without it. */
  status: string | null;
};

/**
 * Calls our own address as the service does. The newest accepted notification of the tenancy is sent once
 * more, signed with a present secret: the answer is `duplicate`, so that no alert changes. Where there is
 * none yet, only whether the address answers is asked (405 to a GET).
 * @throws the network's error when it does not answer within five seconds
 */
export async function callOwnAddress(tenancyId: number): Promise<OwnAnswer> {
  const body = await newestAcceptedBody(tenancyId);
  const key = (await webhookKeys()).filter((found) => found.tenancyId === tenancyId).at(-1);
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const common = { redirect: "manual", signal, cache: "no-store" } as const;
  if (!body || !key) {
    const response = await fetch(webhookAddress(), common);
    await response.body?.cancel();
    return { method: "GET", httpStatus: response.status, status: null };
  }
  const bytes = new Uint8Array(body);
  const signature = createHmac("sha256", Buffer.from(key.secret, "utf8")).update(bytes).digest("hex");
  const headers = {
    "content-type": "application/json",
    "user-agent": "Leafwatch test (request test)",
    [key.header]: signature,
  };
  const response = await fetch(webhookAddress(), { ...common, method: "POST", headers, body: bytes });
  return { method: "POST", httpStatus: response.status, status: await statusOf(response) };
}

async function statusOf(response: Response): Promise<string | null> {
  const answer: unknown = await response.json().catch(() => null);
  if (typeof answer !== "object" || answer === null || !("status" in answer)) return null;
  return typeof answer.status === "string" ? answer.status : null;
}

/**
 * Sends a test to our own address for an admin.
 * @returns what came of it, in one sentence
 * @throws AppError `forbidden`, `not-found`; `unavailable` when the address does not answer
 */
export async function sendTest(actor: Actor, tenantId: string): Promise<{ said: string }> {
  const row = await requireTenancy(actor, tenantId);
  const { method, httpStatus, status } = await callOwnAddress(row.id).catch((cause: unknown) => {
    throw new AppError(
      "unavailable",
      `${webhookAddress()} did not answer within 5 s. Is it our own address?`,
      {
        cause,
      },
    );
  });
  if (method === "POST")
    return { said: `The last notification once more: ${httpStatus} ${status ?? ""}`.trim() };
  return {
    said:
      httpStatus === 405
        ? "The address answers. There is no notification yet to try a secret with"
        : `The address answered ${httpStatus} instead of 405`,
  };
}
