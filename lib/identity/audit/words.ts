/** The words of the audit's actions and members. Pure. */

import { capital } from "@/lib/base/core/text";
import type { AuditKind } from "./contract";

/** The actions of the kind `sign-in`. */
export const SIGN_IN_ACTIONS = [
  ...["user.signed-in", "user.signed-out", "user.sign-in-failed"],
  ...["user.second-factor-failed", "user.sign-in-refused", "user.sign-ins-unlisted"],
];

/** The words of kinds, and the first words of their actions. */
export const KIND_WORDS: Record<AuditKind, { label: string; prefixes: readonly string[] }> = {
  "sign-in": { label: "sign-ins", prefixes: [] },
  user: { label: "users", prefixes: ["user."] },
  token: { label: "tokens", prefixes: ["token."] },
  tenancy: { label: "tenancies", prefixes: ["tenancy."] },
  sync: { label: "fetching", prefixes: ["sync."] },
  alert: { label: "alerts", prefixes: ["alert."] },
  area: { label: "notes and crops", prefixes: ["area.", "job."] },
  delivery: { label: "deliveries", prefixes: ["delivery."] },
  notices: { label: "notices", prefixes: ["notices."] },
  screen: { label: "screens", prefixes: ["screen."] },
  installation: {
    label: "the installation",
    prefixes: ["audit.", "backup.", "keys.", "retention.", "set-up", "settings."],
  },
};

/** Words an action for people: `tenancy.webhook-secret-added` is "Tenancy: webhook secret added". */
export const actionWords = (action: string): string =>
  capital(action.replace(".", ": ").replaceAll("-", " "));

/** Turns such words, or some of them, back into the action: "webhook secret" is `webhook-secret`. */
export const actionOf = (words: string): string => words.trim().replace(": ", ".").replaceAll(" ", "-");

/** Words a member for people: `tenantId` is "Tenant id". */
export const memberWords = (member: string): string =>
  capital(member.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));
