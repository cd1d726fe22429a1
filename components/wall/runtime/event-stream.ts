import { SCREEN_MARK, SCREEN_MARK_PARAMETER } from "@/lib/base/request/screen-mark";
import { retryWait } from "@/lib/display/wall/retry";

export type Command = "reload" | "identify" | "config" | "revoked";

type Options = {
  marked: boolean;
  tenantId: string;
  /** The server's time, epoch milliseconds. */
  onTime: (server: number) => void;
  /** Something may have changed that the boards show. */
  onChange: () => void;
  onCommand: (command: Command) => void;
};

const COMMANDS: readonly string[] = ["reload", "identify", "config", "revoked"] satisfies Command[];
/** A stream that is open and says nothing is as good as closed: two heartbeats of 15 s. */
const SILENT_MS = 35_000;
/** The server says something as soon as a stream is open. */
const TRY_MS = 10_000;

/**
 * The event stream of a wall. Each failure closes it and opens a new one by our own plan: the browser's own gives up
 * on some answers, and notices no silence.
 */
export class EventStream {
  readonly #options: Options;
  #source: EventSource | null = null;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Opens it; one that is open is closed first. */
  open(): void {
    this.close();
    const source = new EventSource(
      `/api/v1/events${this.#options.marked ? `?${SCREEN_MARK_PARAMETER}=${SCREEN_MARK}` : ""}`,
    );
    this.#source = source;
    source.onerror = () => this.#fail();
    source.addEventListener("heartbeat", (event) => this.#beat(event));
    for (const type of ["alert", "sync"]) source.addEventListener(type, (event) => this.#change(event));
    source.addEventListener("screen", (event) => this.#command(event));
    this.#watchSilence(TRY_MS);
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

  #watchSilence(longest = SILENT_MS): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#fail(), longest);
  }

  #beat(event: MessageEvent<string>): void {
    const at = Date.parse(String(read(event).at));
    const isBack = this.#failures > 0;
    this.#failures = 0;
    this.#watchSilence();
    if (!Number.isNaN(at)) this.#options.onTime(at);
    // What changed while it was closed was heard by nobody.
    if (isBack) this.#options.onChange();
  }

  #change(event: MessageEvent<string>): void {
    this.#watchSilence();
    const { tenantId } = read(event);
    if (tenantId === undefined || tenantId === this.#options.tenantId) this.#options.onChange();
  }

  #command(event: MessageEvent<string>): void {
    const command = String(read(event).command);
    if (COMMANDS.includes(command)) this.#options.onCommand(command as Command);
  }
}

/** What cannot be read still says that something happened. */
function read(event: MessageEvent<string>): Record<string, unknown> {
  try {
    return JSON.parse(event.data) as Record<string, unknown>;
  } catch {
    return {};
  }
}
