import type { NOTES_CHANGED, SOME_CHANGED } from "@/lib/base/events/contract";
import { ChangeReader } from "./change-reader";
import { EventStream, type LiveState } from "./event-stream";
import type { Changes } from "./stream-plan";

type Options = {
  concerns: (tenantId: string) => boolean;
  onState?: (state: LiveState) => void;
  /** Reads what changed; settles when it has been read. */
  onChanges: (changes: Changes) => Promise<void>;
  /** The stream failed, for any reason: an ended session looks like an outage. */
  onFailure?: () => void;
  /** Anything may have changed: contact is back after a failure, or the page came back into view. */
  onBack: () => void;
};

const TYPES = ["alert", "sync", "query"] as const;
const NOTES: typeof NOTES_CHANGED = "notes";
const SOME: typeof SOME_CHANGED = "some";
/** The id of a `sync` after which some changes may have been missed. */
const RECONNECTED = "reconnected";

/** Connects a page to the event stream; reports the state of the stream and the changes of its events. */
export class EventConnection {
  readonly #options: Options;
  readonly #changes = new ChangeReader({
    read: (changes) => this.#options.onChanges(changes),
    isHidden: () => document.visibilityState === "hidden",
    isOpen: () => this.#stream.isOpen,
  });
  readonly #stream: EventStream<(typeof TYPES)[number]>;

  constructor(options: Options) {
    this.#options = options;
    this.#stream = new EventStream({
      address: "/api/v1/events",
      types: TYPES,
      onState: options.onState,
      onFailure: options.onFailure,
      onContact: (isBack) => (isBack ? options.onBack() : this.catchUp()),
      onEvent: (type, data) => type !== "heartbeat" && this.#take(type, data),
    });
  }

  start(): void {
    this.#stream.open();
    document.addEventListener("visibilitychange", this.#onVisible);
    window.addEventListener("offline", this.#onOffline);
    window.addEventListener("online", this.#onOnline);
  }

  stop(): void {
    this.#stream.close();
    this.#changes.stop();
    document.removeEventListener("visibilitychange", this.#onVisible);
    window.removeEventListener("offline", this.#onOffline);
    window.removeEventListener("online", this.#onOnline);
  }

  /** Reads the page's alerts again soon: they may have changed between its answer and the first event. */
  catchUp(): void {
    this.#changes.catchUp();
  }

  #onOffline = (): void => this.#stream.lose();
  #onOnline = (): void => this.#stream.wake();

  #onVisible = (): void => {
    if (document.visibilityState !== "visible") return;
    this.#stream.wake();
    this.#options.onBack();
  };

  #take(type: (typeof TYPES)[number], { tenantId, id }: Record<string, unknown>): void {
    if (typeof tenantId === "string" && !this.#options.concerns(tenantId)) return;
    if (id === RECONNECTED) this.#changes.catchUp(type);
    else if (id === NOTES) this.#changes.add("note", id);
    else this.#changes.add(type, typeof id === "string" && id !== SOME ? id : null);
  }
}
