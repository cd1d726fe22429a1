import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { closePool, getPool } from "@/lib/base/db/pool.server";
import { closePrisma, getPrisma } from "@/lib/base/db/prisma.server";
import { applyProvisioning } from "@/lib/operations/provisioning/service.server";
import { emptyAudit } from "./audit";
import { createTestDatabase } from "./postgres";

export type Json = Record<string, unknown>;

export const WESTLAND = {
  tenantId: "01J8Z0000000000000000TENAN",
  name: "Westland",
  timeZone: "Europe/Amsterdam",
  baseUrl: "http://127.0.0.1:4100/v1",
  authUrl: "http://127.0.0.1:4100",
  clientId: "abc",
  clientSecret: "client secret of Westland",
  tokenAuth: "post",
  webhookSecrets: ["webhook secret of Westland"],
  signatureHeader: "X-Signature",
  dataDelayHours: 2,
  sync: { enabled: true, types: ["indices"], backfillDays: 5, everyMinutes: 15 },
};

/** Applies provisioning files to a database of the test file, empty before each test. Registers its hooks. */
export function provisioningDatabase() {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let folder: string;
  beforeAll(async () => {
    database = await createTestDatabase();
    process.env.DATABASE_URL = database.url;
    process.env.LEAFWATCH_SECRET_KEYS = Buffer.alloc(32, 7).toString("base64");
    folder = await mkdtemp(join(tmpdir(), "leafwatch-provisioning-"));
  });
  beforeEach(async () => {
    await getPool().query(
      "truncate tenancies, webhook_secrets, users, api_tokens, screens, notice_rules, team_rules restart identity cascade",
    );
    await emptyAudit(getPool());
  });
  afterAll(async () => {
    await closePrisma();
    await closePool();
    await database.drop();
    await rm(folder, { recursive: true });
  });
  /** Writes a file beside the provisioning file; returns its path. */
  const fileOf = async (content: unknown, name = "provision.json"): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, typeof content === "string" ? content : JSON.stringify(content));
    return path;
  };
  const apply = async (content: unknown) => applyProvisioning(await fileOf(content));
  /** The error of a start with this content; `applied` without one. */
  const toFault = async (content: unknown) =>
    apply(content).then(
      () => "applied",
      (error: Error) => error.message,
    );
  return { fileOf, apply, toFault };
}

/** Every row that a provisioning file sets. */
export async function snapshot() {
  const prisma = getPrisma();
  const tenancies = await prisma.tenancy.findMany({ omit: { updatedAt: true } });
  return [
    tenancies,
    await prisma.webhookSecret.findMany(),
    await prisma.user.findMany(),
    await prisma.apiToken.findMany(),
    await prisma.screen.findMany(),
    await prisma.noticeRule.findMany(),
    await prisma.teamRule.findMany(),
    await prisma.auditEntry.findMany(),
  ];
}
