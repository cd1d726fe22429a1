import "server-only";
import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { z } from "zod";
import { passwordSchema } from "@/lib/auth/passwords.server";
import { AppError } from "@/lib/core/errors";
import { environmentVariable } from "@/lib/env/variable.server";
import { secretText } from "@/lib/tenancies/contract";
import { tokenTextSchema } from "@/lib/tokens/contract";
import { type Provisioning, type ProvisioningText, provisioningSchema, type SecretSource } from "./contract";
import { type FaultPath, fault, faultOf, refuseTwice } from "./faults";

/**
 * Reads and checks the provisioning file, its secrets included. A `{"file": …}` that is not absolute is
 * looked for beside the provisioning file.
 * @throws AppError `bad-request`: one sentence with the path of the fault, never with the value of a secret
 */
export async function readProvisioning(path: string): Promise<Provisioning> {
  const parsed = provisioningSchema.safeParse(parseJson(await readText(path), path));
  if (!parsed.success) throw faultOf(parsed.error);
  const opened = await openSecrets(parsed.data, dirname(resolve(path)));
  refuseDoubles(opened);
  return opened;
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new AppError(
      "bad-request",
      `The provisioning file ${path} cannot be read: ${whyUnreadable(error)}.`,
    );
  }
}

function whyUnreadable(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "unknown fault";
  const words: Record<string, string> = {
    ENOENT: "there is no such file",
    EACCES: "this user may not read it",
    EISDIR: "it is a directory",
  };
  return words[code] ?? code;
}

// The parser's own message may quote the file, and so a secret: only the place is taken from it.
function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    const position = /position (\d+)/.exec(String(error))?.[1];
    const where = position === undefined ? "" : `, at line ${lineOf(text, Number(position))}`;
    throw new AppError("bad-request", `The provisioning file ${path} is not JSON${where}.`);
  }
}

const lineOf = (text: string, position: number) => text.slice(0, position).split("\n").length;

async function openSecrets(text: ProvisioningText, folder: string): Promise<Provisioning> {
  const open = (source: SecretSource, schema: z.ZodType<string>, path: FaultPath) =>
    readSecret(source, schema, path, folder);
  const each = <T, R>(list: readonly T[], work: (entry: T, index: number) => Promise<R>) =>
    Promise.all(list.map(work));
  return {
    tenancies: await each(text.tenancies, async ({ clientSecret, webhookSecrets, ...rest }, i) => ({
      ...rest,
      clientSecret: clientSecret && (await open(clientSecret, secretText, ["tenancies", i, "clientSecret"])),
      webhookSecrets:
        webhookSecrets &&
        (await each(webhookSecrets, (source, j) =>
          open(source, secretText, ["tenancies", i, "webhookSecrets", j]),
        )),
    })),
    users: await each(text.users, async (user, i) => ({
      ...user,
      password: await open(user.password, passwordSchema, ["users", i, "password"]),
    })),
    apiTokens: await each(text.apiTokens, async (token, i) => ({
      ...token,
      token: await open(token.token, tokenTextSchema, ["apiTokens", i, "token"]),
    })),
    screens: await each(text.screens, async (screen, i) => ({
      ...screen,
      token: await open(screen.token, tokenTextSchema, ["screens", i, "token"]),
    })),
    noticeRules: text.noticeRules,
    retention: text.retention,
  };
}

async function readSecret(
  source: SecretSource,
  schema: z.ZodType<string>,
  path: FaultPath,
  folder: string,
): Promise<string> {
  const result = schema.safeParse(await textOf(source, path, folder));
  if (!result.success) throw fault(path, result.error.issues[0]?.message ?? "is wrong");
  return result.data;
}

async function textOf(source: SecretSource, path: FaultPath, folder: string): Promise<string> {
  if (typeof source === "string") return source;
  if ("env" in source) {
    const value = environmentVariable(source.env);
    if (value === undefined) throw fault(path, `the environment variable ${source.env} is not set`);
    return value.replace(/\r?\n$/, "");
  }
  const text = await readFile(resolve(folder, source.file), "utf8").catch((error: unknown) => {
    throw fault(path, `the file ${source.file} cannot be read: ${whyUnreadable(error)}`);
  });
  return text.replace(/\r?\n$/, "");
}

function refuseDoubles({ tenancies, users, apiTokens, screens, noticeRules }: Provisioning): void {
  refuseTwice(
    tenancies,
    (t) => t.tenantId,
    (i) => ["tenancies", i, "tenantId"],
    "stands twice in the file",
  );
  refuseTwice(
    users,
    (u) => u.email,
    (i) => ["users", i, "email"],
    "stands twice in the file",
  );
  refuseTwice(
    apiTokens,
    (t) => t.name,
    (i) => ["apiTokens", i, "name"],
    "stands twice in the file",
  );
  refuseTwice(
    screens,
    (s) => s.name,
    (i) => ["screens", i, "name"],
    "stands twice in the file",
  );
  refuseTwice(
    noticeRules,
    ({ email, name, tenantId }) => JSON.stringify([email, name, tenantId]),
    (i) => ["noticeRules", i, "name"],
    "stands twice in the file for this person",
  );
  const tokens = [
    ...apiTokens.map(({ token }, i) => ({ token, path: ["apiTokens", i, "token"] })),
    ...screens.map(({ token }, i) => ({ token, path: ["screens", i, "token"] })),
  ];
  refuseTwice(
    tokens,
    ({ token }) => token,
    (i) => tokens[i]?.path ?? [],
    "is also the token of another entry",
  );
  refuseSharedWebhookSecret(tenancies);
}

function refuseSharedWebhookSecret(tenancies: Provisioning["tenancies"]): void {
  const owners = new Map<string, number>();
  for (const [i, { webhookSecrets = [] }] of tenancies.entries()) {
    for (const [j, secret] of webhookSecrets.entries()) {
      const owner = owners.get(secret) ?? i;
      if (owner !== i)
        throw fault(
          ["tenancies", i, "webhookSecrets", j],
          `is also a secret of tenancies[${owner}]; each tenancy needs its own, because the secret alone says whose a notification is`,
        );
      owners.set(secret, i);
    }
  }
}
