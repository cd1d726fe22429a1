import "server-only";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { env } from "@/lib/base/env/env.server";

/** A running receiver tells its state at least this often. */
export const RECEIVER_BEAT_MS = 10_000;
/** After longer silence it counts as gone; one beat may be late. */
const SILENT_MS = 3 * RECEIVER_BEAT_MS;

const stateSchema = z.object({
  /** Milliseconds since 1970, as are the other times. */
  startedAt: z.number(),
  at: z.number(),
  stopped: z.boolean(),
  app: z.enum(["up", "away"]),
  /** Notifications that wait here for the app. */
  waiting: z.int(),
  oldest: z.number().nullable(),
  /** What keeps the spool from being written. */
  failure: z.string().nullable(),
});
/** What the receiver says of itself in the data directory, where the app and doctor read it. */
type ReceiverState = z.infer<typeof stateSchema>;

/** The receiver as seen now: `silent` if it has said nothing for 30 s without having been stopped. */
type SeenReceiver = Omit<ReceiverState, "stopped"> & { is: "running" | "stopped" | "silent" };

/** The file of the state. */
export const receiverFile = () => join(env().LEAFWATCH_DATA_DIR, "receiver.json");

/** @throws Error when the disk fails */
export async function writeReceiverState(state: ReceiverState): Promise<void> {
  const file = receiverFile();
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.new`, JSON.stringify(state), { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** The receiver of this data directory; null if none ever ran, or its file cannot be read. */
export async function findReceiver(now = Date.now()): Promise<SeenReceiver | null> {
  const text = await readFile(receiverFile(), "utf8").catch(() => null);
  if (text === null) return null;
  try {
    const { stopped, ...state } = stateSchema.parse(JSON.parse(text));
    return { ...state, is: stopped ? "stopped" : now - state.at > SILENT_MS ? "silent" : "running" };
  } catch {
    return null;
  }
}
