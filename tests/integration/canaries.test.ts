// Distinctive secrets pass through the whole program, errors included; then the test searches every place where
// somebody could see them: the database, the log, responses, errors, metrics, files.

import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { GET as metrics } from "@/app/api/metrics/route";
import { ENDPOINTS } from "@/app/api/v1/openapi.json/endpoints";
import { GET as enter } from "@/app/api/wall/enter/route";
import { getIntake } from "@/lib/alerting/webhooks/intake.server";
import { receiveNotification } from "@/lib/alerting/webhooks/receive.server";
import { closePool, getPool } from "@/lib/base/db/pool.server";
import { closePrisma } from "@/lib/base/db/prisma.server";
import { sendMail } from "@/lib/base/mail/mail.server";
import { log } from "@/lib/base/request/log.server";
import { signIn } from "@/lib/identity/auth/sign-in.server";
import { applyProvisioning } from "@/lib/operations/provisioning/service.server";
import { JobRunner } from "@/lib/operations/tasks/runner.server";
import { type OwnService, startOwnService } from "../browser/support/own-service";
import { alertOf, sign } from "../support/notifications";
import { EMAIL, ownFarm, TENANT } from "../support/own-farm";
import { createTestDatabase } from "../support/postgres";
import { readRoutes } from "../support/routes";

const canary = (of: string) => `canary-${of}-${randomBytes(12).toString("hex")}`;
const SECRETS = {
  keys: randomBytes(32).toString("base64"),
  clientSecret: canary("client-secret"),
  webhookSecret: canary("webhook-secret"),
  password: canary("password"),
  mistyped: canary("mistyped-password"),
  apiToken: canary("api-token"),
  screenToken: canary("screen-token"),
  bearer: canary("bearer"),
  signature: canary("signature"),
  smtpPassword: canary("smtp-password"),
};

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let service: OwnService;
let folder: string;
const said: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "leafwatch-canaries-"));
  database = await createTestDatabase();
  service = await startOwnService(0, {
    clientSecret: SECRETS.clientSecret,
    bearer: SECRETS.bearer,
    signature: SECRETS.signature,
  });
  Object.assign(process.env, {
    DATABASE_URL: database.url,
    LEAFWATCH_DATA_DIR: join(folder, "data"),
    LEAFWATCH_SECRET_KEYS: SECRETS.keys,
    LEAFWATCH_SMTP_URL: `smtp://leafwatch:${SECRETS.smtpPassword}@127.0.0.1:9`,
    LEAFWATCH_SMTP_FROM: "leafwatch@farm.example",
  });
  const stream = (log as unknown as Record<symbol, { write(line: string): void }>)[pino.symbols.streamSym];
  if (!stream) throw new Error("The log has no stream");
  vi.spyOn(stream, "write").mockImplementation((line) => {
    said.push(line);
  });
  log.level = "debug";
  const provision = join(folder, "provision.json");
  writeFileSync(provision, JSON.stringify(ownFarm(service, SECRETS)));
  await applyProvisioning(provision);
});

afterAll(async () => {
  await closePrisma();
  await closePool();
  await service.stop();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

async function receive(value: unknown, signature?: string): Promise<number> {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  async function* body() {
    yield bytes;
  }
  const headers = { "service-signature": signature ?? sign(bytes, SECRETS.webhookSecret) };
  return (await receiveNotification({ headers, body: body() })).status;
}

/** Background jobs fetch the history. */
async function fetchHistory(): Promise<void> {
  const runner = new JobRunner();
  runner.start();
  const states = async (status: string) =>
    (await getPool().query("SELECT 1 FROM queries WHERE status = $1", [status])).rowCount ?? 0;
  await expect.poll(() => states("completed"), { interval: 200 }).toBeGreaterThan(0);
  await runner.stop();
}

/** The forms in which a secret may leak: plain, percent-encoded, as bytes. */
function formsOf(text: string): string[] {
  const bytes = Buffer.from(text);
  const base64 = bytes.toString("base64").replace(/=+$/, "").slice(0, -2);
  return [text, encodeURIComponent(text), bytes.toString("hex"), base64];
}

function findIn(where: string, text: string): string[] {
  return Object.entries(SECRETS).flatMap(([name, value]) =>
    formsOf(value).some((form) => text.includes(form)) ? [`${name} stands in ${where}`] : [],
  );
}

/** Every row of every table, as text; bytes as hexadecimal. */
async function dump(): Promise<string> {
  const { rows } = await getPool().query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  const texts: string[] = [];
  for (const { name } of rows) {
    const found = await getPool().query<{ text: string }>(`SELECT t::text AS text FROM ${name} AS t`);
    texts.push(...found.rows.map(({ text }) => text));
  }
  return texts.join("\n");
}

/** The responses of every read of the API, including 400 for missing parameters. */
async function answers(): Promise<[path: string, text: string][]> {
  const handlers = await readRoutes();
  const found: [string, string][] = [];
  for (const { path, method } of ENDPOINTS) {
    const handler = handlers.get(path);
    if (method !== "GET" || !handler || path.endsWith("/events")) continue;
    for (const query of [`?tenant=${TENANT}`, `?token=${SECRETS.screenToken}`]) {
      const request = new Request(`http://localhost${path}${query}`, {
        headers: { authorization: `Bearer ${SECRETS.apiToken}` },
      });
      const answer = await handler(request, { params: Promise.resolve({ id: "1", alertId: "ALERT1" }) });
      found.push([path, await answer.text()]);
    }
  }
  return found;
}

const filesIn = (path: string) =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

test("no secret appears in the database, the log, a response, an error, a metric or a file", async () => {
  const farm = {
    id: 1,
    tenantId: TENANT,
    slug: "farm",
    secret: SECRETS.webhookSecret,
    header: "Service-Signature",
  };
  expect(await receive(alertOf(farm, { alertId: "ALERT1" }))).toBe(200);
  expect(await receive({ odd: true })).toBe(202);
  expect(await receive(alertOf(farm), "0".repeat(64))).toBe(401);
  await fetchHistory();
  await service.stop();
  const place = { address: "198.51.100.7", browser: "A browser" };
  for (const password of [SECRETS.mistyped, SECRETS.password])
    await signIn({ email: EMAIL, password }, place);
  await enter(new Request(`http://localhost/api/wall/enter?token=${SECRETS.screenToken}`));
  const mailed = await sendMail("somebody@farm.example", "An alert", "Text");
  await getIntake().figures();

  const told = await answers();
  expect(told.length).toBeGreaterThan(50);
  const measured = await metrics(
    new Request("http://localhost/api/metrics", { headers: { authorization: `Bearer ${SECRETS.apiToken}` } }),
  );
  const kept = await dump();
  expect(kept).toContain("ALERT1");
  const faults = [
    ...findIn("the database", kept),
    ...told.flatMap(([path, text]) => findIn(path, text)),
    ...findIn("the metrics", await measured.text()),
    ...findIn("the mail's error", JSON.stringify(mailed)),
    ...filesIn(join(folder, "data")).flatMap((file) => findIn(file, readFileSync(file, "latin1"))),
    ...findIn("the log", said.join("\n")),
  ];
  expect(faults).toEqual([]);
}, 120_000);
