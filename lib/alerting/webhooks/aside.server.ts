import "server-only";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "@/lib/base/core/errors";
import type { Received } from "./batch.server";
import type { KeptNotification } from "./contract";
import { settle } from "./settle.server";
import { frameOf, HEAD_BYTES, headOf, newHead, readFrames } from "./spool-frames.server";
import { fromRecord, toRecord } from "./spool-record.server";
import { findTenancyIds } from "./store.server";

const BATCH_ITEMS = 64;

/** Notifications as the bytes of one segment of a spool. */
export function packNotifications(list: readonly KeptNotification[]): Buffer {
  const head = newHead();
  const frames = list.map(({ tenancyId, tenantId, secretId, answeredInMs, ...request }) => {
    const signer = { tenancyId, tenantId, secretId: secretId ?? 0 };
    return frameOf(head, toRecord({ ...request, signer }, answeredInMs ?? 0));
  });
  return Buffer.concat([head, ...frames]);
}

/** What became of the notifications of a folder. */
export type TakenIn = {
  accepted: number;
  duplicate: number;
  quarantined: number;
  /** Those of tenancies that are not connected here, by the service's tenant id. */
  unknown: Map<string, number>;
  /** Pieces that hold no whole notification. */
  unreadable: number;
};

/**
 * Takes in the notifications that a restore put aside. The folder stays as it is: what is known is known by its
 * identity, so that it may be done again, also after it was cut short.
 * @param folder holds segments of a spool, itself or in folders below
 * @throws AppError `not-found` without any, `unavailable` when the database takes no more of them
 */
export async function takeInAside(folder: string): Promise<TakenIn> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const segments = names.filter((name) => name.endsWith(".segment")).sort();
  if (segments.length === 0)
    throw new AppError(
      "not-found",
      `There are no notifications in ${folder}: name a folder that a restore put aside (before-restore-…).`,
    );
  const sum: TakenIn = { accepted: 0, duplicate: 0, quarantined: 0, unknown: new Map(), unreadable: 0 };
  for (const name of segments) await takeInSegment(await readFile(join(folder, name)), sum);
  return sum;
}

async function takeInSegment(file: Buffer, sum: TakenIn): Promise<void> {
  const head = headOf(file);
  const { frames, gaps } = head
    ? readFrames(head, file.subarray(HEAD_BYTES))
    : { frames: [], gaps: [{ start: 0, end: file.length }] };
  sum.unreadable += gaps.length;
  const read = frames.map(({ record }) => tryFromRecord(record));
  sum.unreadable += read.filter((one) => one === undefined).length;
  const received = read.filter((one) => one !== undefined);
  for (let from = 0; from < received.length; from += BATCH_ITEMS)
    await takeInBatch(received.slice(from, from + BATCH_ITEMS), sum);
}

function tryFromRecord(record: Buffer): Received | undefined {
  try {
    return fromRecord(record);
  } catch {
    return undefined;
  }
}

/** A tenancy may have another number in this database. */
async function takeInBatch(batch: readonly Received[], sum: TakenIn): Promise<void> {
  const ids = await findTenancyIds([...new Set(batch.map(({ signer }) => signer.tenantId))]);
  const known = batch.flatMap((one) => {
    const tenancyId = ids.get(one.signer.tenantId);
    if (tenancyId !== undefined) return { ...one, signer: { ...one.signer, tenancyId } };
    sum.unknown.set(one.signer.tenantId, (sum.unknown.get(one.signer.tenantId) ?? 0) + 1);
    return [];
  });
  for (const one of await settle(known)) {
    if ("error" in one)
      throw new AppError(
        "unavailable",
        `The database took ${sum.accepted} notifications in and no more (${one.error instanceof Error ? one.error.message : String(one.error)}): run this again, which goes on.`,
        { cause: one.error },
      );
    sum[one.verdict.outcome] += 1;
  }
}
