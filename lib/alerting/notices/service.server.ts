import "server-only";
import { createHash } from "node:crypto";
import { isOpen } from "@/lib/base/core/area-limits";
import { AppError } from "@/lib/base/core/errors";
import { displayPath } from "@/lib/base/core/paths";
import { type Transaction, transaction } from "@/lib/base/db/transaction.server";
import { env } from "@/lib/base/env/env.server";
import { canMail, sendMail } from "@/lib/base/mail/mail.server";
import { type Rate, takeRate } from "@/lib/base/request/rate-limit.server";
import { sentWords } from "@/lib/base/words/messages.server";
import { resolveTenancy } from "@/lib/farm/tenancies/service.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { recordAudit } from "@/lib/identity/audit/service.server";
import { holdSession } from "@/lib/identity/auth/session-store.server";
import { checkEndpoint, pushKey } from "./channels.server";
import {
  ALL_SITES,
  type Device,
  type DeviceInput,
  type NoticesPage,
  type RuleInput,
  type TestOutcome,
} from "./contract";
import { sendToDevice } from "./engine.server";
import { requirePerson } from "./person";
import {
  countDevices,
  countRules,
  deleteDevice,
  deleteRule,
  findAddress,
  isProvisioned,
  listDevices,
  listRules,
  moveDevice,
  type StoredDevice,
  saveDevice,
  saveRule,
} from "./store.server";
import { listOwnTeamRules } from "./team.server";
import { composeTestText, type NoticeText } from "./words";

export { planNotices, scheduleNotices, sendNotice } from "./engine.server";
export {
  changeTeamRule,
  muteTeamRule,
  readHighCoverage,
  readTeamNotices,
  removeTeamRule,
  tellAllOfHigh,
} from "./team.server";

const MAX_DEVICES = 20;
const MAX_RULES = 50;
/** Limit for each person and process: a test calls up to twenty hosts of others, and sends a mail. */
const TESTS: Rate = { name: "tests of notices", limit: 5, windowMs: 60_000 };

/** Reads the devices and rules of a person, the rules of their teams, and the channels of this installation. */
export async function readNotices(actor: Actor): Promise<NoticesPage> {
  const userId = requirePerson(actor);
  const [devices, rules, teamRules, key, address] = await Promise.all([
    listDevices(userId),
    listRules(userId),
    listOwnTeamRules(actor),
    pushKey(),
    findAddress(userId),
  ]);
  return {
    devices: devices.map(toDevice),
    rules,
    teamRules,
    pushKey: key,
    email: { address, configured: canMail() },
  };
}

function toDevice({ id, device, createdAt, lastSentAt, failures, endpoint }: StoredDevice): Device {
  return {
    id,
    device,
    createdAt: createdAt.toISOString(),
    lastSentAt: lastSentAt?.toISOString() ?? null,
    failures,
    fingerprint: fingerprintOf(endpoint),
  };
}

const fingerprintOf = (endpoint: string) => createHash("sha256").update(endpoint).digest("hex");

/** Locks the session that a device belongs to: a device of an ended session would never end. */
async function holdOwnSession(tx: Transaction, actor: Actor): Promise<{ userId: number; sessionId: string }> {
  const owner = { userId: actor.id, sessionId: actor.session ?? "" };
  if (await holdSession(tx, owner.sessionId, owner.userId)) return owner;
  throw new AppError("unauthenticated", "Your session has ended. Sign in again.");
}

/**
 * Saves a device of the person until the session ends in which it was allowed.
 * @throws AppError `bad-request` on an `endpoint` that must not be called, `conflict` above the limit of devices,
 *   `unauthenticated` if the session has just ended
 */
export async function addDevice(actor: Actor, input: DeviceInput): Promise<void> {
  const userId = requirePerson(actor);
  await checkEndpoint(input.endpoint);
  await transaction(async (tx) => {
    await saveDevice(tx, await holdOwnSession(tx, actor), input);
    if ((await countDevices(tx, userId)) > MAX_DEVICES)
      throw new AppError("conflict", `You have ${MAX_DEVICES} devices. Remove one first.`);
    await recordAudit(tx, actor, { action: "notices.device-allowed", target: input.device });
  });
}

/**
 * Moves a device of the person to the present session of its browser after the one before expired, so that signing out
 * ends it. Ignores devices of others.
 * @throws AppError `unauthenticated` if the session has just ended
 */
export async function claimDevice(actor: Actor, fingerprint: string): Promise<void> {
  const devices = await listDevices(requirePerson(actor));
  const own = devices.find(({ endpoint }) => fingerprintOf(endpoint) === fingerprint);
  if (!own || own.sessionId === actor.session) return;
  await transaction(async (tx) => moveDevice(tx, own.id, await holdOwnSession(tx, actor)));
}

/** Deletes a device of the person. @throws AppError `not-found` */
export async function removeDevice(actor: Actor, id: number): Promise<void> {
  const userId = requirePerson(actor);
  await transaction(async (tx) => {
    const device = await deleteDevice(tx, userId, id);
    if (device === null) throw new AppError("not-found", "There is no such device of yours any more.");
    await recordAudit(tx, actor, { action: "notices.device-removed", target: device });
  });
}

/**
 * Saves a rule of the person, new without `id`.
 * @throws AppError `not-found`, `bad-request` on a `tenant` or area that they may not see, `conflict` above the limit of
 *   rules or if the provisioning file sets the rule
 */
export async function saveOwnRule(actor: Actor, input: RuleInput): Promise<void> {
  const userId = requirePerson(actor);
  const tenancy = input.tenant === null ? null : await resolveTenancy(actor, input.tenant);
  if (tenancy && input.areaPath !== null && !isOpen(tenancy.within, input.areaPath))
    throw new AppError("bad-request", `No control area has the path ${input.areaPath}.`, {
      parameter: "areaPath",
    });
  await transaction(async (tx) => {
    if (input.id !== undefined) await requireOwnRule(tx, userId, input.id);
    if (!(await saveRule(tx, { userId, tenancyId: tenancy?.id ?? ALL_SITES }, input))) throw unknownRule();
    if ((await countRules(tx, userId)) > MAX_RULES)
      throw new AppError("conflict", `You have ${MAX_RULES} rules. Remove one first.`);
    await recordAudit(tx, actor, {
      action: input.id === undefined ? "notices.rule-made" : "notices.rule-changed",
      target: tenancy?.name ?? "all sites",
      detail: { area: input.areaPath === null ? "everywhere" : displayPath(input.areaPath) },
    });
  });
}

const unknownRule = () => new AppError("not-found", "There is no such rule of yours any more.");

async function requireOwnRule(tx: Transaction, userId: number, id: number): Promise<void> {
  const provisioned = await isProvisioned(tx, userId, id);
  if (provisioned === null) throw unknownRule();
  if (provisioned)
    throw new AppError(
      "conflict",
      "This rule is set by the provisioning file. Your admin can change it there.",
    );
}

/** Deletes a rule of the person. @throws AppError `not-found`; `conflict` if the provisioning file sets it */
export async function removeRule(actor: Actor, id: number): Promise<void> {
  const userId = requirePerson(actor);
  await transaction(async (tx) => {
    await requireOwnRule(tx, userId, id);
    await deleteRule(tx, userId, id);
    await recordAudit(tx, actor, { action: "notices.rule-removed", target: String(id) });
  });
}

/**
 * Sends a test notice to every device of the person, and by mail if a mail server is set.
 * @returns the outcome for each device and address
 * @throws AppError `too-many-requests`
 */
export async function sendTest(actor: Actor): Promise<TestOutcome[]> {
  const userId = requirePerson(actor);
  if (!takeRate(TESTS, String(userId)))
    throw new AppError(
      "too-many-requests",
      "Five tests were sent within a minute. Send the next one in a minute.",
    );
  const text = composeTestText(sentWords());
  const devices = await listDevices(userId);
  const outcomes = devices.map(async (device): Promise<TestOutcome> => {
    const sent = await sendToDevice(device, text);
    return { way: "device", to: device.device, error: sent.outcome === "sent" ? null : sent.error };
  });
  if (canMail()) outcomes.push(sendTestMail(await findAddress(userId), text));
  return Promise.all(outcomes);
}

async function sendTestMail(to: string, text: NoticeText): Promise<TestOutcome> {
  const link = new URL(text.url, env().LEAFWATCH_URL).href;
  const sent = await sendMail(to, text.title, `${text.body}\n\n${link}\n`);
  return { way: "email", to, error: sent.outcome === "sent" ? null : sent.error };
}
