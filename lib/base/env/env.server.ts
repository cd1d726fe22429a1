import "server-only";
import { isIP } from "node:net";
import { z } from "zod";
import { AppError } from "@/lib/base/core/errors";
import { inputWords } from "@/lib/base/core/input-words";

const secretKey = z
  .base64()
  .refine((key) => Buffer.from(key, "base64").length === 32, "must be base64 of exactly 32 bytes");

const commaSeparated = z
  .string()
  .default("")
  .transform((text) =>
    text
      .split(",")
      .map((part) => part.trim())
      .filter(Boolean),
  );

function isRange(text: string): boolean {
  const [address = "", bits = "", ...more] = text.split("/");
  return more.length === 0 && /^\d+$/.test(bits) && Number(bits) <= ({ 4: 32, 6: 128 }[isIP(address)] ?? -1);
}

/** A host name or address, or a range of addresses such as `10.0.0.0/8`; every port of it is meant. */
const hostOrRange = z
  .string()
  .refine(
    (text) => /^[\w.-]+$/.test(text) || isIP(text) !== 0 || isRange(text),
    "has an entry that is neither a host nor a range such as 10.0.0.0/8, without a port",
  );

const isOrigin = (text: string) => new URL(text).href === `${new URL(text).origin}/`;

/** The same without names: who calls has an address and no name. */
const addressOrRange = z
  .string()
  .refine(
    (text) => isIP(text) !== 0 || isRange(text),
    "has an entry that is neither an address nor a range such as 10.0.0.0/8",
  );

/** `leafwatch@farm.example` or `Leafwatch <leafwatch@farm.example>`. */
const sender = z
  .string()
  .regex(
    /^([^<>\p{Cc}]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u,
    "is no address of a sender, such as leafwatch@farm.example",
  );

/** `growers=grower`: a group of the provider, which may itself hold an equals sign, and the role that it grants. */
const groupRole =
  (context: z.core.$RefinementCtx) =>
  (entry: string): { group: string; role: GroupRole } => {
    const at = entry.lastIndexOf("=");
    const role = GROUP_ROLES.find((one) => one === entry.slice(at + 1).trim());
    if (at < 1 || role === undefined)
      context.addIssue(
        "has an entry that is not group=role, such as growers=grower (viewer, grower or admin)",
      );
    return { group: entry.slice(0, Math.max(at, 0)).trim(), role: role ?? "viewer" };
  };

const GROUP_ROLES = ["viewer", "grower", "admin"] as const;
type GroupRole = (typeof GROUP_ROLES)[number];

const schema = z.object({
  NODE_ENV: z.enum(["development", "production", "test"]).default("production"),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().default("0.0.0.0"),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  LEAFWATCH_DIRECT_DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  LEAFWATCH_DATA_DIR: z.string().default(".data"),
  LEAFWATCH_BACKUP_DIR: z.string().optional(),
  LEAFWATCH_URL: z
    .url({
      protocol: /^https?$/,
      error: "is no address that people use, such as https://leafwatch.farm.example",
      abort: true,
    })
    .refine(isOrigin, "has more than a host: write it without a path, such as https://leafwatch.farm.example")
    .optional(),
  /** Where the receiver finds the app. */
  LEAFWATCH_APP_ADDRESS: z.url({ protocol: /^http$/ }).default("http://127.0.0.1:3001"),
  LEAFWATCH_COMMIT_WAIT_MS: z.coerce.number().int().min(1).max(4_000).default(250),
  LEAFWATCH_SECRET_KEYS: commaSeparated.pipe(z.array(secretKey).min(1)),
  /** Set by the commands where the keys stand in the data directory: a rotation changes them there. */
  LEAFWATCH_SECRET_KEYS_FILE: z.string().optional(),
  LEAFWATCH_PROVISION: z.string().optional(),
  LEAFWATCH_WORKER: z.enum(["inline", "off", "only"]).default("inline"),
  LEAFWATCH_ALLOW_PRIVATE_HOSTS: commaSeparated.pipe(z.array(hostOrRange)),
  LEAFWATCH_TRUSTED_PROXIES: commaSeparated.pipe(z.array(addressOrRange)),
  LEAFWATCH_SECURITY_CONTACT: z
    .string()
    .regex(
      /^(?:mailto:|https:\/\/|tel:)?[^\s@]+(?:@[^\s@]+)?$/,
      "is no address such as security@farm.example or https://farm.example/security",
    )
    .refine(
      (text) => text.includes("@") || /^(?:https:\/\/|tel:)/.test(text),
      "is no address such as security@farm.example or https://farm.example/security",
    )
    .optional(),
  LEAFWATCH_LOG_LEVEL: z.enum(["debug", "info", "warn", "error", "silent"]).default("info"),
  LEAFWATCH_SMTP_URL: z
    .url({
      protocol: /^smtps?$/,
      error: "is no address of a mail server, such as smtp://user:password@mail.farm.example:587",
    })
    .optional(),
  LEAFWATCH_SMTP_FROM: sender.optional(),
  LEAFWATCH_OIDC_ISSUER: z
    .url({ protocol: /^https?$/, error: "is no address, such as https://login.farm.example" })
    .optional(),
  LEAFWATCH_OIDC_CLIENT_ID: z.string().optional(),
  LEAFWATCH_OIDC_CLIENT_SECRET: z.string().optional(),
  LEAFWATCH_OIDC_NAME: z.string().max(60, "has more than 60 characters").optional(),
  LEAFWATCH_OIDC_DOMAIN: z
    .string()
    .regex(/^[\w-]+(\.[\w-]+)+$/, "is no domain, such as farm.example")
    .toLowerCase()
    .optional(),
  LEAFWATCH_OIDC_SIGN_UP: z.enum(["viewer", "grower"], "has to be viewer or grower").optional(),
  LEAFWATCH_OIDC_GROUPS_CLAIM: z.string().max(200, "has more than 200 characters").default("groups"),
  LEAFWATCH_OIDC_ROLES: commaSeparated.transform((entries, context) => entries.map(groupRole(context))),
  LEAFWATCH_SECOND_FACTOR: z
    .enum(["optional", "admins", "all"], "has to be optional, admins or all")
    .default("optional"),
  LEAFWATCH_PASSWORDS: z.enum(["on", "off"], "has to be on or off").default("on"),
});

/**
 * A provider of single sign-on. `domain`: only e-mails of it; `signUp`: the role of accounts that it makes; `roles`: the
 * roles that its groups grant, in the claim `groupsClaim`; none: it decides no role.
 */
type Oidc = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  name: string | undefined;
  domain: string | undefined;
  signUp: "viewer" | "grower" | undefined;
  groupsClaim: string;
  roles: readonly { group: string; role: GroupRole }[];
};

export type Env = Omit<z.infer<typeof schema>, "LEAFWATCH_URL" | `LEAFWATCH_OIDC_${string}`> & {
  LEAFWATCH_URL: string;
  LEAFWATCH_OIDC: Oidc | null;
};

let parsed: Env | undefined;

/**
 * The environment, parsed once at first use.
 * @throws AppError `unavailable` naming the variable at fault, never its value
 */
export function env(): Env {
  parsed ??= parse(process.env);
  return parsed;
}

function parse(variables: NodeJS.ProcessEnv): Env {
  const blanksLeftOut = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ""));
  const result = schema.safeParse(blanksLeftOut, { error: inputWords });
  if (!result.success) {
    const [issue] = result.error.issues;
    throw new AppError(
      "unavailable",
      `The environment variable ${String(issue?.path[0])} is wrong: ${issue?.message}`,
    );
  }
  const { LEAFWATCH_SMTP_URL: server, LEAFWATCH_SMTP_FROM: from } = result.data;
  if ((server === undefined) !== (from === undefined)) {
    const [missing, given] = server === undefined ? ["URL", "FROM"] : ["FROM", "URL"];
    throw new AppError(
      "unavailable",
      `The environment variable LEAFWATCH_SMTP_${missing} is missing: e-mail needs it beside LEAFWATCH_SMTP_${given}.`,
    );
  }
  const oidc = oidcOf(result.data);
  if (result.data.LEAFWATCH_PASSWORDS === "off" && !oidc)
    throw new AppError(
      "unavailable",
      "The environment variable LEAFWATCH_PASSWORDS is off, and there is no single sign-on: set LEAFWATCH_OIDC_ISSUER, _CLIENT_ID and _CLIENT_SECRET, or nobody can sign in.",
    );
  return {
    ...result.data,
    LEAFWATCH_URL: result.data.LEAFWATCH_URL ?? `http://localhost:${result.data.PORT}`,
    LEAFWATCH_OIDC: oidc,
  };
}

function oidcOf(given: z.infer<typeof schema>): Oidc | null {
  const { LEAFWATCH_OIDC_ISSUER: issuer, LEAFWATCH_OIDC_CLIENT_ID: clientId } = given;
  const { LEAFWATCH_OIDC_CLIENT_SECRET: clientSecret } = given;
  if (issuer === undefined && clientId === undefined && clientSecret === undefined) return null;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) {
    const missing = issuer === undefined ? "ISSUER" : clientId === undefined ? "CLIENT_ID" : "CLIENT_SECRET";
    throw new AppError(
      "unavailable",
      `The environment variable LEAFWATCH_OIDC_${missing} is missing: single sign-on needs LEAFWATCH_OIDC_ISSUER, _CLIENT_ID and _CLIENT_SECRET.`,
    );
  }
  const { LEAFWATCH_OIDC_NAME: name, LEAFWATCH_OIDC_DOMAIN: domain, LEAFWATCH_OIDC_SIGN_UP: signUp } = given;
  const { LEAFWATCH_OIDC_GROUPS_CLAIM: groupsClaim, LEAFWATCH_OIDC_ROLES: roles } = given;
  return { issuer, clientId, clientSecret, name, domain, signUp, groupsClaim, roles };
}
