import { z } from "zod";
import { endpoint } from "@/lib/base/request/endpoint";
import { SCREEN_MARK } from "@/lib/base/request/screen-mark";

/** The channel on which processes tell each other what changed. Payloads are small: readers fetch again. */
export const EVENT_CHANNEL = "leafwatch";

export const changeSchema = z.object({
  type: z.enum(["alert", "query", "sync"]),
  tenantId: z.string(),
  id: z.string(),
});
export type Change = z.infer<typeof changeSchema>;

/** The `id` of a `sync` that tells of notes alone: nothing else has to be read again. */
export const NOTES_CHANGED = "notes";

/** The `id` of a change of which no more is told than that it happened. */
export const SOME_CHANGED = "some";

/** The payload for `pg_notify(EVENT_CHANNEL, …)` in the transaction that makes the change. */
export function changePayload(change: Change): string {
  return JSON.stringify(change);
}

/** That a person's rights or sessions have changed: their streams are checked at once. */
export const accessSchema = z.object({ type: z.literal("access"), userId: z.int() });
export type AccessChange = z.infer<typeof accessSchema>;

/** The payload that tells it, in the transaction that makes the change. */
export function accessPayload(userId: number): string {
  return JSON.stringify({ type: "access", userId } satisfies AccessChange);
}

/** What an admin, or a change of theirs, tells one screen. */
export const SCREEN_COMMANDS = ["reload", "identify", "config", "revoked"] as const;
export const commandSchema = z.object({
  type: z.literal("screen"),
  /** `screens.id` as text. */
  id: z.string(),
  command: z.enum(SCREEN_COMMANDS),
});
export type Command = z.infer<typeof commandSchema>;

/** The same for one screen: it goes to that screen's own streams alone. */
export function commandPayload(screenId: number, command: Command["command"]): string {
  return JSON.stringify({ type: "screen", id: String(screenId), command } satisfies Command);
}

export const readEvents = endpoint({
  method: "GET",
  path: "/api/v1/events",
  summary:
    "Server-sent events `alert`, `query` and `sync` of the tenancies that one may see; a `heartbeat` every 15 s; `screen` to a screen, with a command for it",
  access: "screen",
  query: z.strictObject({
    as: z
      .literal(SCREEN_MARK)
      .optional()
      .meta({ description: "Of a browser that is a screen: by the screen's cookie, whoever is signed in" }),
  }),
  contentType: "text/event-stream",
});
