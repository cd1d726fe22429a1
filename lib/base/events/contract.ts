import { z } from "zod";
import { endpoint } from "@/lib/base/request/endpoint";
import { SCREEN_MARK } from "@/lib/base/request/screen-mark";

/** The Postgres channel for changes. Payloads are small: listeners read again. */
export const EVENT_CHANNEL = "leafwatch";

export const changeSchema = z.object({
  type: z.enum(["alert", "query", "sync"]),
  tenantId: z.string(),
  id: z.string(),
});
export type Change = z.infer<typeof changeSchema>;

/** The `id` of a `sync` that concerns only notes. */
export const NOTES_CHANGED = "notes";

/** The `id` of a change whose subject the listener may not know. */
export const SOME_CHANGED = "some";

/** The payload for `pg_notify(EVENT_CHANNEL, …)` in the transaction that makes the change. */
export function changePayload(change: Change): string {
  return JSON.stringify(change);
}

/** A person's rights or sessions have changed: their streams are checked at once. */
export const accessSchema = z.object({ type: z.literal("access"), userId: z.int() });
export type AccessChange = z.infer<typeof accessSchema>;

/** Its payload for `pg_notify`, in the transaction of the change. */
export function accessPayload(userId: number): string {
  return JSON.stringify({ type: "access", userId } satisfies AccessChange);
}

/** A command for one screen. */
export const SCREEN_COMMANDS = ["reload", "identify", "config", "revoked"] as const;
export const commandSchema = z.object({
  type: z.literal("screen"),
  /** `screens.id` as text. */
  id: z.string(),
  command: z.enum(SCREEN_COMMANDS),
});
export type Command = z.infer<typeof commandSchema>;

/** The payload of a command, for the streams of one screen. */
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
