import { z } from "zod";
import { endpoint } from "@/lib/base/request/endpoint";

/** An audit entry. */
export type AuditLine = {
  id: string;
  /** RFC 3339, UTC. */
  at: string;
  /** The actor's name at that time: names change, and two people may share one. */
  actor: string;
  /** The e-mail of the person's account; null for programs, and for lines before accounts were kept. */
  account: string | null;
  /** The client's address; null for acts of the program, and before addresses were kept. */
  address: string | null;
  /** `tenancy.edited`, `user.disabled`, … */
  action: string;
  /** The name of the changed thing, as people know it. */
  target: string;
  /** The changes, in short texts by member; never a secret. */
  detail: Record<string, string> | null;
};

export type AuditPage = { items: AuditLine[]; nextCursor: string | null };

/** An entry for a change. */
export type AuditNote = { action: string; target: string; detail?: Record<string, string> };

/** The kinds that the audit is filtered by. */
export const AUDIT_KINDS = [
  ...["sign-in", "user", "token", "tenancy", "sync"],
  ...["alert", "area", "delivery", "notices", "screen", "installation"],
] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];

const instant = z.iso.datetime({ offset: true });

/** What narrows the audit, in addresses of the page and of the API alike. */
export const auditFilterSchema = z.strictObject({
  q: z.string().max(200).optional().meta({ description: "A part of who, account, from, what or of" }),
  person: z
    .string()
    .max(254)
    .optional()
    .meta({ description: "An email: what this person did, and what was done to the account" }),
  kind: z.enum(AUDIT_KINDS).optional(),
  from: instant.optional(),
  to: instant.optional(),
});
export type AuditFilter = z.output<typeof auditFilterSchema>;

export const exportAuditLines = endpoint({
  method: "GET",
  path: "/api/v1/audit.csv",
  summary: "Who did what to what, when and from where, newest first, streamed",
  access: "admin",
  query: auditFilterSchema,
  contentType: "text/csv",
});
