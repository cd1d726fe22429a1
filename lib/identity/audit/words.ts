/** The words of the audit's actions and members. Pure. */

import { capital } from "@/lib/base/core/text";

/** `tenancy.webhook-secret-added` as people read it: "Tenancy: webhook secret added". */
export const actionWords = (action: string): string =>
  capital(action.replace(".", ": ").replaceAll("-", " "));

/** The action that such words, or some of them, stand for: "webhook secret" is `webhook-secret`. */
export const actionOf = (words: string): string => words.trim().replace(": ", ".").replaceAll(" ", "-");

/** `tenantId` as people read it: "Tenant id". */
export const memberWords = (member: string): string =>
  capital(member.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));
