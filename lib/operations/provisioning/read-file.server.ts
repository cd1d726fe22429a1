import "server-only";
import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { z } from "zod";
import { AppError } from "@/lib/base/core/errors";
import { inputWords } from "@/lib/base/core/input-words";
import { environmentVariable } from "@/lib/base/env/variable.server";
import { secretText } from "@/lib/farm/tenancies/contract";
import { passwordSchema } from "@/lib/identity/auth/passwords.server";
import { tokenTextSchema } from "@/lib/identity/tokens/contract";
import {
  type Provisioning,
  type ProvisioningText,
  provisioningSchema,
  type SecretSource,
  secretSource,
} from "./contract";
import {
  collect,
  type FaultPath,
  fault,
  faultsIn,
  faultsOf,
  pathText,
  refuseTwice as refuseOneTwice,
} from "./faults";

/**
 * Reads and checks the provisioning file and its secrets. A relative `{"file": …}` is resolved beside the provisioning
 * file.
 * @throws AppError `bad-request` with the file's name and the path of each fault, never with the value of a secret
 */
export async function readProvisioning(path: string): Promise<Provisioning> {
  const json = parseJson(await readText(path), path);
  const parsed = provisioningSchema.safeParse(json, { error: inputWords });
  const faults = parsed.success ? [] : faultsOf(parsed.error);
  const secrets = await openSecrets(json, dirname(resolve(path)), faults);
  if (!parsed.success) throw faultsIn(path, faults);
  const opened = withSecrets(parsed.data, secrets);
  refuseDoubles(opened, faults);
  if (faults.length > 0) throw faultsIn(path, faults);
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

// The parser's message may quote a secret of the file: only the position is taken from it.
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

const LISTS = {
  tenancies: { clientSecret: secretText },
  users: { password: passwordSchema },
  apiTokens: { token: tokenTextSchema },
  screens: { token: tokenTextSchema },
} as const;

type Place = { source: unknown; schema: z.ZodType<string>; path: FaultPath };

/** Yields the secrets of a file with their paths, even if other parts are invalid. */
function* placesIn(json: unknown): Generator<Place> {
  for (const [list, members] of Object.entries(LISTS))
    for (const [i, entry] of listIn(json, list).entries()) {
      for (const [name, schema] of Object.entries(members))
        yield { source: memberOf(entry, name), schema, path: [list, i, name] };
      if (list === "tenancies")
        for (const [j, source] of listIn(entry, "webhookSecrets").entries())
          yield { source, schema: secretText, path: [list, i, "webhookSecrets", j] };
    }
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;

function listIn(value: unknown, name: string): unknown[] {
  const list = memberOf(value, name);
  return Array.isArray(list) ? list : [];
}

/** Reads the secrets, keyed by path. Adds failures to `faults`; the schema reports anything that is not a source. */
async function openSecrets(json: unknown, folder: string, faults: AppError[]): Promise<Map<string, string>> {
  const secrets = new Map<string, string>();
  for (const { source, schema, path } of placesIn(json)) {
    const given = secretSource.safeParse(source);
    if (!given.success) continue;
    try {
      secrets.set(pathText(path), await readSecret(given.data, schema, path, folder));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      faults.push(error);
    }
  }
  return secrets;
}

/** Replaces secret sources by their values; one that failed stays empty, because the file is rejected anyway. */
function withSecrets(text: ProvisioningText, secrets: ReadonlyMap<string, string>): Provisioning {
  const at = (...path: FaultPath) => secrets.get(pathText(path)) ?? "";
  return {
    ...text,
    tenancies: text.tenancies.map(({ clientSecret, webhookSecrets, ...rest }, i) => ({
      ...rest,
      clientSecret: clientSecret && at("tenancies", i, "clientSecret"),
      webhookSecrets: webhookSecrets?.map((_, j) => at("tenancies", i, "webhookSecrets", j)),
    })),
    users: text.users.map((user, i) => ({ ...user, password: at("users", i, "password") })),
    apiTokens: text.apiTokens.map((token, i) => ({ ...token, token: at("apiTokens", i, "token") })),
    screens: text.screens.map((screen, i) => ({ ...screen, token: at("screens", i, "token") })),
  };
}

async function readSecret(
  source: SecretSource,
  schema: z.ZodType<string>,
  path: FaultPath,
  folder: string,
): Promise<string> {
  const result = schema.safeParse(await textOf(source, path, folder), { error: inputWords });
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

/** Rejects duplicate entries of each kind. */
function refuseDoubles(file: Provisioning, faults: AppError[]): void {
  const { tenancies, users, apiTokens, screens, noticeRules, teamRules } = file;
  const refuseTwice = <T>(...given: Parameters<typeof refuseOneTwice<T>>) =>
    collect(faults, () => refuseOneTwice(...given));
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
    ({ email, name, tenantId, allSites }) => JSON.stringify([email, name, tenantId, allSites]),
    (i) => ["noticeRules", i, "name"],
    "stands twice in the file for this person",
  );
  refuseTwice(
    teamRules,
    ({ name, tenantId }) => JSON.stringify([name, tenantId]),
    (i) => ["teamRules", i, "name"],
    "stands twice in the file for this tenancy",
  );
  const tokens = [
    ...apiTokens.map(({ token }, i) => ({ token, path: ["apiTokens", i, "token"] })),
    ...screens.map(({ token }, i) => ({ token, path: ["screens", i, "token"] })),
  ].filter(({ token }) => token !== "");
  refuseTwice(
    tokens,
    ({ token }) => token,
    (i) => tokens[i]?.path ?? [],
    "is also the token of another entry",
  );
  collect(faults, () => refuseSharedWebhookSecret(tenancies));
}

function refuseSharedWebhookSecret(tenancies: Provisioning["tenancies"]): void {
  const owners = new Map<string, number>();
  for (const [i, { webhookSecrets = [] }] of tenancies.entries()) {
    for (const [j, secret] of webhookSecrets.entries()) {
      if (secret === "") continue;
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
