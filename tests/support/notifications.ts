// A tenancy with secrets, tokens to read with, and signed notifications for integration tests.

import { createHmac, randomBytes } from "node:crypto";
import { ulid } from "@/lib/base/core/ulid";
import { closePool } from "@/lib/base/db/pool.server";
import { closePrisma, getPrisma } from "@/lib/base/db/prisma.server";
import { log } from "@/lib/base/request/log.server";
import { fingerprint, seal } from "@/lib/base/secrets/seal.server";
import { webhookSecretPurpose } from "@/lib/farm/tenancies/contract";
import { hashToken } from "@/lib/identity/auth/tokens.server";
import handler from "../../pages/api/webhooks/alerts";
import type { TestDatabase } from "./cluster";
import { createTestDatabase } from "./postgres";
import { serveWebhook } from "./webhook-address";

export type TestTenancy = { id: number; tenantId: string; slug: string; secret: string; header: string };

/** A new identifier as the service creates them. */
export const newUlid = () => ulid(Date.now(), randomBytes(16));

/** Points the program at a fresh database; the returned function drops it. */
export async function useTestDatabase(
  create: () => Promise<TestDatabase> = createTestDatabase,
): Promise<() => Promise<void>> {
  const database = await create();
  process.env.DATABASE_URL = database.url;
  // Placing continues after a response, and would log errors about a dropped database.
  log.level = "silent";
  process.env.LEAFWATCH_SECRET_KEYS ??= randomBytes(32).toString("base64");
  return async () => {
    await closePrisma();
    await closePool();
    await database.drop();
  };
}

export async function addTenancy(header = "Service-Signature"): Promise<TestTenancy> {
  const tenantId = newUlid();
  const { id, slug } = await getPrisma().tenancy.create({
    data: { tenantId, name: `Farm ${tenantId}`, timeZone: "Europe/Amsterdam", signatureHeader: header },
  });
  return { id, tenantId, slug, header, secret: await addSecret({ id, tenantId }) };
}

export async function addSecret(tenancy: { id: number; tenantId: string }): Promise<string> {
  const secret = randomBytes(24).toString("base64");
  await getPrisma().webhookSecret.create({
    data: {
      tenancyId: tenancy.id,
      sealed: seal(secret, webhookSecretPurpose(tenancy.tenantId, fingerprint(secret))),
      fingerprint: fingerprint(secret),
      createdBy: "test",
    },
  });
  return secret;
}

/** A bearer token of a role. */
export async function addToken(role: "viewer" | "grower" | "admin"): Promise<string> {
  const token = randomBytes(24).toString("hex");
  await getPrisma().apiToken.create({
    data: { name: `${role} ${token.slice(0, 8)}`, tokenHash: hashToken(token), role, createdBy: "test" },
  });
  return token;
}

/** A RAISED (docs/spec/service-interface.md "Notification fields") with a test's changes. */
export function alertOf(tenancy: TestTenancy, members: Record<string, unknown> = {}) {
  return {
    alertId: newUlid(),
    alertSeverity: "LOW",
    alertType: "HEALTH",
    event: "RAISED",
    jobId: "JOB_V1_PLANT23",
    notificationId: newUlid(),
    tenantId: tenancy.tenantId,
    timestamp: "2026-11-20T10:00:00Z",
    ...members,
  };
}

/** A RAISED of the plant-alert shape, with a test's changes. */
export function plantAlertOf(tenancy: TestTenancy, members: Record<string, unknown> = {}) {
  return {
    alertId: newUlid(),
    alertCategory: "PLANT_STRESS_ALERT",
    event: "RAISED",
    state: "ACTIVE",
    jobId: "JOB_V1_PLANT23",
    locationId: newUlid(),
    controlAreaId: newUlid(),
    tenantId: tenancy.tenantId,
    timestamp: "2026-11-20T10:05:00Z",
    createdAt: "2026-11-20T10:00:00Z",
    ...members,
  };
}

export function sign(body: string | Uint8Array, secret: string): string {
  return createHmac("sha256", secret).update(body).digest("hex");
}

let address: Promise<string> | undefined;

/** The webhook address, served by this process. */
export function webhookAddress(): Promise<string> {
  address ??= serveWebhook(handler);
  return address;
}

/** Sends bytes to the webhook address as the service does. */
export async function post(
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string>,
): Promise<{ status: number; answer: Record<string, unknown>; type: string | null; headers: Headers }> {
  const response = await fetch(await webhookAddress(), { method: "POST", body, headers });
  return {
    status: response.status,
    answer: await response.json(),
    type: response.headers.get("content-type"),
    headers: response.headers,
  };
}

/** Signs a value with the tenancy's secret and sends it. */
export function send(tenancy: TestTenancy, value: unknown) {
  const body = typeof value === "string" ? value : JSON.stringify(value);
  return post(body, { [tenancy.header]: sign(body, tenancy.secret) });
}

type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;

/** Calls a route of the read API with a token. */
export async function call(
  handler: Handler,
  token: string,
  query: Record<string, string> | [string, string][] = {},
  params: Record<string, string> = {},
) {
  const address = `http://farm.test/api?${new URLSearchParams(query)}`;
  const request = new Request(address, { headers: { authorization: `Bearer ${token}` } });
  const response = await handler(request, { params: Promise.resolve(params) });
  return { status: response.status, answer: await response.json() };
}
