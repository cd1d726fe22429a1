/** The words of the audit's actions and members. Pure. */

import { capital } from "@/lib/base/core/text";

/** Words an action for people: `tenancy.webhook-secret-added` is "Tenancy: webhook secret added". */
export const actionWords = (action: string): string =>
  capital(action.replace(".", ": ").replaceAll("-", " "));

/** Turns such words, or some of them, back into the action: "webhook secret" is `webhook-secret`. */
export const actionOf = (words: string): string => words.trim().replace(": ", ".").replaceAll(" ", "-");

/** Words a member for people: `tenantId` is "Tenant id". */
export const memberWords = (member: string): string =>
  capital(member.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));
