import "server-only";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "@/lib/base/core/errors";
import { BATCH_ITEMS, type Received } from "./batch.server";
import type { StoredNotification } from "./contract";
import {
  encodeFrame,
  HEAD_BYTES,
  newHead,
  readFrames,
  readHead,
  readRecord,
  toRecord,
} from "./spool-format.server";
import { findTenancyIds } from "./store.server";
import { storeBatchOrEach } from "./write-queue.server";

export { findReceiver, receiverFile } from "./disk/receiver-state.server";
export { resealSavedKeys } from "./disk/saved-keys.server";
export { type DiskState, LOW_SPACE_BYTES, readFreeSpace } from "./disk/spool-host.server";
export { getIntake } from "./intake.server";
export { carriedTenantId } from "./parse";
export { deleteOldRejected, openRejected } from "./rejected.server";
export { listAdmissible, replayAfterUpgrade, replayCarrying, replayDeliveries } from "./replay.server";
export { signBody } from "./signature.server";
export { announceTest, findTestDelivery } from "./store.server";

/** Encodes notifications as one segment of a spool, for a backup. */
export function packNotifications(list: readonly StoredNotification[]): Buffer {
  const head = newHead();
  const frames = list.map(({ tenancyId, tenantId, secretId, answeredInMs, ...request }) => {
    const signer = { tenancyId, tenantId, secretId: secretId ?? 0 };
    return encodeFrame(head, toRecord({ ...request, signer }, answeredInMs ?? 0));
  });
  return Buffer.concat([head, ...frames]);
}

/** Numbers of imported notifications by outcome. */
export type ImportedSpool = {
  accepted: number;
  duplicate: number;
  quarantined: number;
  /** Notifications of tenancies that are not connected here, by tenant id. */
  unknown: Map<string, number>;
  /** Pieces without a whole notification. */
  unreadable: number;
};

/**
 * Imports the notifications that a restore moved aside. The folder stays as it is, and duplicates are recognized, so that
 * an import can be repeated or resumed.
 * @param folder contains segments of a spool, directly or in folders below
 * @throws AppError `not-found` without any, `unavailable` when the database takes no more of them
 */
export async function importSpool(folder: string): Promise<ImportedSpool> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const segments = names.filter((name) => name.endsWith(".segment")).sort();
  if (segments.length === 0)
    throw new AppError(
      "not-found",
      `There are no notifications in ${folder}: name a folder that a restore put aside (before-restore-…).`,
    );
  const sum: ImportedSpool = { accepted: 0, duplicate: 0, quarantined: 0, unknown: new Map(), unreadable: 0 };
  for (const name of segments) await importSegment(await readFile(join(folder, name)), sum);
  return sum;
}

async function importSegment(file: Buffer, sum: ImportedSpool): Promise<void> {
  const head = readHead(file);
  const { frames, gaps } = head
    ? readFrames(head, file.subarray(HEAD_BYTES))
    : { frames: [], gaps: [{ start: 0, end: file.length }] };
  sum.unreadable += gaps.length;
  const read = frames.map(({ record }) => readRecord(record));
  sum.unreadable += read.filter((one) => one === undefined).length;
  const received = read.filter((one) => one !== undefined);
  for (let from = 0; from < received.length; from += BATCH_ITEMS)
    await importBatch(received.slice(from, from + BATCH_ITEMS), sum);
}

/** Stores a batch under the tenancy numbers of this database. */
async function importBatch(batch: readonly Received[], sum: ImportedSpool): Promise<void> {
  const ids = await findTenancyIds([...new Set(batch.map(({ signer }) => signer.tenantId))]);
  const known = batch.flatMap((one) => {
    const tenancyId = ids.get(one.signer.tenantId);
    if (tenancyId !== undefined) return { ...one, signer: { ...one.signer, tenancyId } };
    sum.unknown.set(one.signer.tenantId, (sum.unknown.get(one.signer.tenantId) ?? 0) + 1);
    return [];
  });
  for (const one of await storeBatchOrEach(known)) {
    if (one.outcome === "failed")
      throw new AppError(
        "unavailable",
        `The database took ${sum.accepted} notifications in and no more (${one.error instanceof Error ? one.error.message : String(one.error)}): run this again, which goes on.`,
        { cause: one.error },
      );
    sum[one.outcome] += 1;
  }
}
