import { SCREEN_MARK, SCREEN_MARK_PARAMETER } from "@/lib/base/request/screen-mark";
import { retryWait } from "@/lib/web/events/retry";

export type Command = "reload" | "identify" | "config" | "revoked";

type Options = {
  marked: boolean;
  tenantId: string;
  /** The server's time, epoch milliseconds. */
  onTime: (server: number) => void;
  /** The boards may have changed. */
  onChange: () => void;
  onCommand: (command: Command) => void;
};

const COMMANDS: readonly string[] = ["reload", "identify", "config", "revoked"] satisfies Command[];
/** An open stream without two heartbeats, which come every 15 s, counts as closed. */
const SILENT_MS = 35_000;
/** The server sends a first event as soon as the stream is open. */
const FIRST_EVENT_MS = 10_000;

/**
 * The event stream of a wall. Each failure closes it and opens a new one after our own delay: EventSource gives up after
 * some answers, and does not notice silence.
 */
export class EventStream {
  readonly #options: Options;
  #source: EventSource | null = null;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Opens the stream, or reopens it. */
  open(): void {
    this.close();
    const source = new EventSource(
      `/api/v1/events${this.#options.marked ? `?${SCREEN_MARK_PARAMETER}=${SCREEN_MARK}` : ""}`,
    );
    this.#source = source;
    source.onerror = () => this.#fail();
    source.addEventListener("heartbeat", (event) => this.#onHeartbeat(event));
    for (const type of ["alert", "sync"])
      source.addEventListener(type, (event) => this.#onChangeEvent(event));
    source.addEventListener("screen", (event) => this.#onCommandEvent(event));
    this.#expectEvent(FIRST_EVENT_MS);
  }

  close(): void {
    this.#source?.close();
    this.#source = null;
    clearTimeout(this.#timer);
  }

  #fail(): void {
    this.close();
    this.#failures += 1;
    this.#timer = setTimeout(() => this.open(), retryWait(this.#failures, Math.random()));
  }

  #expectEvent(longest = SILENT_MS): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#fail(), longest);
  }

  #onHeartbeat(event: MessageEvent<string>): void {
    const at = Date.parse(String(read(event).at));
    const isBack = this.#failures > 0;
    this.#failures = 0;
    this.#expectEvent();
    if (!Number.isNaN(at)) this.#options.onTime(at);
    // Changes while it was closed were missed.
    if (isBack) this.#options.onChange();
  }

  #onChangeEvent(event: MessageEvent<string>): void {
    this.#expectEvent();
    const { tenantId } = read(event);
    if (tenantId === undefined || tenantId === this.#options.tenantId) this.#options.onChange();
  }

  #onCommandEvent(event: MessageEvent<string>): void {
    const command = String(read(event).command);
    if (COMMANDS.includes(command)) this.#options.onCommand(command as Command);
  }
}

/** An event that cannot be parsed still tells that something happened. */
function read(event: MessageEvent<string>): Record<string, unknown> {
  try {
    return JSON.parse(event.data) as Record<string, unknown>;
  } catch {
    return {};
  }
}
