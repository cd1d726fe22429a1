import "server-only";
import { stat } from "node:fs/promises";
import { ReceiverHeartbeat } from "@/lib/alerting/outages/heartbeat/service.server";
import { networkOf } from "@/lib/base/core/addresses";
import { AppError } from "@/lib/base/core/errors";
import { withTimeout } from "@/lib/base/core/with-timeout.server";
import { log } from "@/lib/base/request/log.server";
import type { WebhookKey } from "@/lib/farm/tenancies/contract";
import { requestIdOf, toRequestFacts } from "../contract";
import { readSavedKeys, savedKeysFile } from "../disk/saved-keys.server";
import { findSigner, hasSignature, type UnauthenticatedRequest } from "../signature.server";
import { Spool } from "../spool.server";
import { toRecord } from "../spool-format.server";
import { problemAnswer, type RawAnswer, storedAnswer, unsignedAnswer } from "../wire.server";
import type { Outgoing } from "./app-link.server";

/** Limits of requests that wait for the app to check them, in total and from one network. */
const MAX_HELD = { total: 256, network: 64 };
/** Time to write to the disk; the sender waits 5 s for an answer, and the app may have used most of it. */
const WRITE_MS = 1_000;

/** A request read whole: the address of its sender, and how to send it to the app. */
export type WholeRequest = UnauthenticatedRequest & { peer: string; outgoing: Outgoing };

/** The secrets in one version of the file; `list` is undefined if no key opens it. */
type SavedKeys = { stamp: string; list: readonly WebhookKey[] | undefined };

/**
 * Receives notifications while the app cannot: checks them against the secrets that the app saved beside the database, and
 * keeps them in the spool, from which the app applies them later.
 */
export class Standby {
  readonly #spool: Spool;
  readonly #heartbeat = new ReceiverHeartbeat();
  readonly #heldByNetwork = new Map<string, number>();
  #held: WholeRequest[] = [];
  /** The secrets that the held requests were checked against last. */
  #heldKeys: SavedKeys | undefined;
  #keys: SavedKeys | undefined;

  /** @param folder the spool's */
  constructor(folder: string) {
    this.#spool = new Spool(folder);
  }

  /** Tests the disk, and starts the heartbeat. */
  async start(): Promise<void> {
    await this.#spool.probe();
    this.#heartbeat.start();
  }

  /** The number of notifications that wait here for the app. */
  get waiting(): number {
    return this.#spool.figures().records + this.#held.length;
  }

  /** When the oldest of those in the spool came, milliseconds since 1970; null without one. */
  get oldest(): number | null {
    return this.#spool.figures().oldest;
  }

  /** What keeps the spool from being written, null if nothing does. */
  get failure(): string | null {
    return this.#spool.figures().failure;
  }

  /**
   * Checks a request, and keeps it in the spool.
   * @returns the answer once it is durable, or once it is known to be lost; undefined if no known secret fits
   */
  async store(request: WholeRequest): Promise<RawAnswer | undefined> {
    if (!hasSignature(request.headers)) return undefined;
    const keys = await this.#currentKeys();
    const signer = keys && findSigner(keys, request.headers, request.body);
    return signer && this.#append(request, signer);
  }

  /** Holds a request that no known secret fits until the app can look at it, as far as there is room. */
  hold(request: WholeRequest): RawAnswer {
    if (!hasSignature(request.headers)) return unsignedAnswer();
    const isHeld = this.#queue(request);
    if (this.#keys?.list) return unsignedAnswer();
    if (!isHeld) this.#heartbeat.recordLoss(request.receivedAt);
    return problemAnswer(
      new AppError(
        "unavailable",
        "Leafwatch is starting, and no signature can be checked before it has started.",
      ),
    );
  }

  /** Gives everything in the spool to the app, which answers again. Never throws. */
  async giveAway(): Promise<void> {
    this.#heartbeat.recordStored();
    if (this.#spool.figures().records === 0) return;
    this.#heartbeat.beat();
    await this.#spool
      .giveAway()
      .catch((error) =>
        log.warn({ err: error }, "The spool could not be given to the app; it is tried again"),
      );
  }

  /** Stores the held requests that fit a secret which the app has saved meanwhile. */
  async recheckHeld(): Promise<void> {
    if (this.#held.length === 0) return;
    await this.#currentKeys();
    if (this.#keys === this.#heldKeys) return;
    this.#heldKeys = this.#keys;
    for (const request of this.takeHeld()) if (!(await this.store(request))) this.#queue(request);
  }

  /** Takes out the requests that nobody could check here. */
  takeHeld(): WholeRequest[] {
    const held = this.#held;
    this.#held = [];
    this.#heldByNetwork.clear();
    return held;
  }

  /** Ends the heartbeat, and gives away what is in the spool. */
  async stop(): Promise<void> {
    if (this.#held.length > 0)
      log.warn({ requests: this.#held.length }, "Requests whose signature could not be checked are dropped");
    await this.giveAway();
    this.#heartbeat.stop();
  }

  async #append(request: WholeRequest, signer: WebhookKey): Promise<RawAnswer> {
    const { headers, body, receivedAt, peer } = request;
    const facts = toRequestFacts(headers, [signer.header.toLowerCase()], peer);
    const requestId = requestIdOf(headers["user-agent"] ?? null);
    try {
      const record = toRecord({ signer, receivedAt, body, requestId, request: facts });
      await withTimeout(this.#spool.append(record, receivedAt.getTime()), WRITE_MS);
      this.#heartbeat.recordStored();
      return storedAnswer("spooled");
    } catch (error) {
      log.error({ err: error }, "A notification could not be kept in the spool");
      this.#heartbeat.recordLoss(receivedAt);
      return problemAnswer(
        new AppError(
          "unavailable",
          "The notification could not be stored: Leafwatch is restarting, and the spool cannot be written.",
        ),
      );
    }
  }

  /** @returns false if there is no room for it */
  #queue(request: WholeRequest): boolean {
    const network = networkOf(request.peer);
    const ofNetwork = this.#heldByNetwork.get(network) ?? 0;
    if (this.#held.length >= MAX_HELD.total || ofNetwork >= MAX_HELD.network) return false;
    this.#heldByNetwork.set(network, ofNetwork + 1);
    this.#held.push(request);
    return true;
  }

  /** The secrets that the app saved last; undefined if there are none, or no key opens them. */
  async #currentKeys(): Promise<readonly WebhookKey[] | undefined> {
    const stamp = await stat(savedKeysFile()).then(
      ({ ino, mtimeMs, size }) => `${ino} ${mtimeMs} ${size}`,
      () => undefined,
    );
    if (stamp === undefined) return this.#keys?.list;
    if (this.#keys?.stamp !== stamp || !this.#keys.list) this.#keys = { stamp, list: await readSavedKeys() };
    return this.#keys.list;
  }
}
