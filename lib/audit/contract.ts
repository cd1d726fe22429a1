/** One line of the audit: who did what to what, and when. */
export type AuditLine = {
  id: string;
  /** RFC 3339, UTC. */
  at: string;
  actor: string;
  /** `tenancy.edited`, `user.disabled`, … */
  action: string;
  /** The thing's name as people know it. */
  target: string;
  /** What changed, in short texts by member; never a secret. */
  detail: Record<string, string> | null;
};

export type AuditPage = { items: AuditLine[]; nextCursor: string | null };

/** What is written down of a change. */
export type AuditNote = { action: string; target: string; detail?: Record<string, string> };
