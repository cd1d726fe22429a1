// Generates valid inputs from schemas, so that tests can make calls that nobody listed.

import { z } from "zod";

type Json = {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  format?: string;
  pattern?: string;
  anyOf?: Json[];
  allOf?: Json[];
  oneOf?: Json[];
  properties?: Record<string, Json>;
  required?: string[];
  items?: Json;
  minItems?: number;
  minLength?: number;
  minimum?: number;
  default?: unknown;
};

/** Values of members by name, which no schema can know. */
export type Named = Readonly<Record<string, unknown>>;

/** Values for members of any call. Numbers identify nothing that exists, so that a test disables nobody. */
export const NAMED: Named = {
  tenant: "FIRST",
  tenantId: "FIRST",
  id: "999999999",
  ids: ["999999999"],
  alertId: "ALERT",
  alertIds: ["ALERT"],
  area: "House#Bench",
  path: "House#Bench",
  areaPath: "House#Bench",
  index: "HEALTH",
  email: "nobody@example.com",
  timeZone: "Europe/Amsterdam",
  password: "a long enough password",
  quietFrom: null,
  quietTo: null,
  endpoint: "https://push.example/1",
  p256dh: "A".repeat(87),
  auth: "A".repeat(22),
  boards: [{ kind: "alerts" }],
  baseUrl: "http://127.0.0.1:9/",
  authUrl: "http://127.0.0.1:9/",
  outcome: "quarantined",
  at: "2026-11-20T10:00:00Z",
  until: null,
  signatureHeader: "Service-Signature",
  minRank: 0,
};

/**
 * The minimal input that a schema accepts: required members, and optional ones named in `named`.
 * @throws Error with the schema's error if the input is not valid: then add a value to `named`
 */
export function sampleOf(schema: z.ZodType, named: Named): unknown {
  const json = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Json;
  const sample = sampleValue(json, named);
  const judged = schema.safeParse(sample);
  if (judged.success) return sample;
  throw new Error(`No sample fits: ${judged.error.issues.map((issue) => `${issue.path}: ${issue.message}`)}`);
}

function sampleValue(json: Json, named: Named): unknown {
  if ("const" in json) return json.const;
  if (json.enum) return json.enum[0];
  if (json.properties) return objectOf(json, named);
  const [first] = json.anyOf ?? json.allOf ?? json.oneOf ?? [];
  if (first) return sampleValue(first, named);
  if (json.type === "array")
    return Array.from({ length: json.minItems ?? 0 }, () => sampleValue(json.items ?? {}, named));
  if (json.type === "boolean") return true;
  if (json.type === "integer" || json.type === "number") return Math.max(json.minimum ?? 1, 1);
  if (json.type === "string") return textOf(json);
  return null;
}

function objectOf({ properties = {}, required = [] }: Json, named: Named): Record<string, unknown> {
  const members = Object.entries(properties)
    .filter(([name]) => required.includes(name) || name in named)
    .map(([name, member]) => [
      name,
      name in named ? fitting(member, named, named[name]) : sampleValue(member, named),
    ]);
  return Object.fromEntries(members);
}

/** The same name may be a number in one call and a boolean in another. */
function fitting(json: Json, named: Named, value: unknown): unknown {
  if (json.type === "integer") return Number(value);
  if (json.type === "boolean" && typeof value !== "boolean") return sampleValue(json, named);
  // An instant in one call is a time of day in another, which may be left out.
  const [text, none] = json.anyOf ?? [];
  if (none?.type === "null" && text?.pattern && !new RegExp(text.pattern, "u").test(String(value)))
    return null;
  return value;
}

function textOf({ format, minLength = 1 }: Json): string {
  if (format === "date-time") return "2026-11-20T10:00:00Z";
  if (format === "email") return "nobody@example.com";
  if (format === "uri") return "http://127.0.0.1:9/";
  return "x".repeat(Math.max(minLength, 1));
}
