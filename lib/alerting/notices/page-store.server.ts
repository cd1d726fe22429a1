import "server-only";
import { getPrisma } from "@/lib/base/db/prisma.server";
import type { Transaction } from "@/lib/base/db/transaction.server";
import { ALL_SITES, type DeviceInput, type Rule, type RuleInput } from "./contract";

export type StoredDevice = {
  id: number;
  userId: number;
  /** The session that its browser was signed in with last; null where that is not known. */
  sessionId: string | null;
  endpoint: string;
  p256dh: string;
  auth: string;
  device: string;
  createdAt: Date;
  lastSentAt: Date | null;
  failures: number;
};

/** The devices of a person, oldest first. */
export function listDevices(userId: number): Promise<StoredDevice[]> {
  return getPrisma().pushSubscription.findMany({ where: { userId }, orderBy: { id: "asc" } });
}

/** Keeps a device; one that another person used before is theirs no more. */
export async function saveDevice(
  tx: Transaction,
  owner: { userId: number; sessionId: string },
  input: DeviceInput,
): Promise<void> {
  const data = { ...input, ...owner };
  await tx.pushSubscription.upsert({
    where: { endpoint: input.endpoint },
    create: data,
    update: { ...data, failures: 0 },
  });
}

/** Notes which session the browser of a person's device is signed in with now. */
export async function moveDevice(
  tx: Transaction,
  id: number,
  { userId, sessionId }: { userId: number; sessionId: string },
): Promise<void> {
  await tx.pushSubscription.updateMany({ where: { id, userId }, data: { sessionId } });
}

export function countDevices(tx: Transaction, userId: number): Promise<number> {
  return tx.pushSubscription.count({ where: { userId } });
}

/** @returns the words for the device, null when the person has none with this id */
export async function deleteDevice(tx: Transaction, userId: number, id: number): Promise<string | null> {
  const found = await tx.pushSubscription.findFirst({ where: { id, userId }, select: { device: true } });
  if (found) await tx.pushSubscription.delete({ where: { id } });
  return found?.device ?? null;
}

/** The rules of a person in all tenancies. */
export async function listRules(userId: number): Promise<Rule[]> {
  const rows = await getPrisma().$queryRaw<Rule[]>`
    SELECT r.id, t.tenant_id AS "tenantId", t.name AS "tenancyName", r.min_rank AS "minRank", r.types,
      r.area_path AS "areaPath", r.push, r.email, r.quiet_from AS "quietFrom", r.quiet_to AS "quietTo",
      r.remind_minutes AS "remindMinutes", r.provisioned
    FROM notice_rules r LEFT JOIN tenancies t ON t.id = r.tenancy_id
    WHERE r.user_id = ${userId} AND (t.id IS NOT NULL OR r.tenancy_id = ${ALL_SITES}) ORDER BY r.tenancy_id, r.id`;
  return rows;
}

/** Whether the provisioning file sets a rule of the person; null when they have none with this id. */
export async function isProvisioned(tx: Transaction, userId: number, id: number): Promise<boolean | null> {
  const found = await tx.noticeRule.findFirst({ where: { id, userId }, select: { provisioned: true } });
  return found?.provisioned ?? null;
}

/** Makes a rule, or changes the person's own; false when they have none with this id. */
export async function saveRule(
  tx: Transaction,
  owner: { userId: number; tenancyId: number },
  { id, tenant: _, ...rule }: RuleInput,
): Promise<boolean> {
  if (id === undefined) {
    await tx.noticeRule.create({ data: { ...rule, ...owner } });
    return true;
  }
  const { count } = await tx.noticeRule.updateMany({ where: { id, ...owner }, data: rule });
  if (count > 0) return true;
  // Its tenancy is part of its key, so that one for another is another row.
  const moved = await tx.noticeRule.deleteMany({ where: { id, userId: owner.userId } });
  if (moved.count > 0) await tx.noticeRule.create({ data: { id, ...rule, ...owner } });
  return moved.count > 0;
}

/** How many rules a person has, but for those of the provisioning file. */
export function countRules(tx: Transaction, userId: number): Promise<number> {
  return tx.noticeRule.count({ where: { userId, provisioned: false } });
}

export async function deleteRule(tx: Transaction, userId: number, id: number): Promise<void> {
  await tx.noticeRule.deleteMany({ where: { id, userId } });
}

/** The mail address of a person. */
export async function findAddress(userId: number): Promise<string> {
  const user = await getPrisma().user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
  return user.email;
}

/** Notes what a push service said to a message; null takes the device away for good. */
export async function noteSending(id: number, outcome: "sent" | "failed" | "gone"): Promise<void> {
  const { pushSubscription } = getPrisma();
  if (outcome === "gone") await pushSubscription.deleteMany({ where: { id } });
  else if (outcome === "sent")
    await pushSubscription.updateMany({ where: { id }, data: { lastSentAt: new Date(), failures: 0 } });
  else await pushSubscription.updateMany({ where: { id }, data: { failures: { increment: 1 } } });
}

const KEY = "push-keys";

/** The key pair of this installation as it is stored, with the private one sealed; null before the first use. */
export async function findPushKeys(): Promise<{ publicKey: string; sealed: string } | null> {
  const found = await getPrisma().setting.findUnique({ where: { key: KEY } });
  return found ? (found.value as { publicKey: string; sealed: string }) : null;
}

/** Keeps a key pair unless there is one; two processes that begin at once end with the same. */
export async function addPushKeys(value: { publicKey: string; sealed: string }): Promise<void> {
  await getPrisma().setting.createMany({ data: [{ key: KEY, value }], skipDuplicates: true });
}
