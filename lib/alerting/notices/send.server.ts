import "server-only";
import { isOpen } from "@/lib/base/core/area-limits";
import { env } from "@/lib/base/env/env.server";
import type { JobPayloads } from "@/lib/base/queue/contract";
import { enqueue } from "@/lib/base/queue/service.server";
import { MOST_FAILURES } from "./contract";
import { dropNotices, findOutgoing, markFailed, markSent, type Outgoing } from "./engine-store.server";
import { subjectsOf } from "./look.server";
import { sendMail } from "./mail.server";
import { isSettled, type Subject } from "./match";
import { listDevices, noteSending, type StoredDevice } from "./page-store.server";
import { type Sent, sendPush } from "./push.server";
import { type Item, mailLines, type NoticeText, type Site, textOfAlert, textOfMany } from "./words";

/** After each failed attempt; then it is given up, and the page says so. */
const WAITS_MS = [15_000, 60_000, 300_000, 1_200_000];

type Payload = JobPayloads["send-notice"];
type Ready = { item: Item; notice: Outgoing };

/**
 * Sends one message: to every device of the person, or by mail. What fails for a reason that may pass is tried
 * again with growing waits; an alert that was closed or taken in hand meanwhile is not told of any more.
 */
export async function sendNotice(payload: Payload, now = new Date()): Promise<void> {
  const { text, ready } = await compose(payload, now);
  const [first] = ready;
  if (!text || !first) return;
  const ids = ready.map(({ notice }) => notice.id);
  if (first.notice.channel === "email") return mail(payload, first.notice, text, ready, now);
  const outcome = await sendToDevices(first.notice.userId, text, payload.deviceIds);
  if (outcome.sent) await markSent(ids, outcome.error);
  else await markFailed(ids, payload.attempt, outcome.error ?? "");
  await tryLater(payload, ids, outcome.failedIds, now);
}

async function compose(payload: Payload, now: Date): Promise<{ text: NoticeText | null; ready: Ready[] }> {
  const all = await findOutgoing(payload.noticeIds);
  const due = payload.deviceIds ? all : all.filter(({ sentAt }) => sentAt === null);
  const alerts = new Map(
    (await subjectsOf(due)).map((alert) => [`${alert.tenancyId}:${alert.alertId}`, alert]),
  );
  const ready: Ready[] = [];
  const dropped: string[] = [];
  for (const notice of due) {
    const alert = seenBy(notice, alerts.get(`${notice.tenancyId}:${notice.alertId}`));
    if (!alert || notice.userDisabled || isSettled(alert, now)) dropped.push(notice.id);
    else ready.push({ notice, item: { ...notice, alert } });
  }
  await dropNotices(
    dropped.map((id) => ({
      id,
      reason: "Closed or taken in hand before it was sent, or not theirs to see any more",
    })),
  );
  const [first] = ready;
  if (!first) return { text: null, ready };
  const items = ready.map(({ item }) => item);
  const site = siteOf(first.notice);
  const text =
    payload.why === "alert" ? textOfAlert(first.item, site, now) : textOfMany(payload.why, items, site);
  return { text, ready };
}

/** The alert with those of its places that the person may see; none where they may see none of them any more. */
function seenBy({ within }: Outgoing, alert: Subject | undefined): Subject | undefined {
  if (within === null || !alert) return alert;
  const paths = alert.paths.filter((path) => isOpen(within, path));
  return paths.length === 0 ? undefined : { ...alert, paths };
}

const siteOf = ({ siteName, tenantId, timeZone, alone }: Outgoing): Site => ({
  name: siteName,
  tenantId,
  timeZone,
  alone,
});

async function mail(
  payload: Payload,
  to: Outgoing,
  text: NoticeText,
  ready: Ready[],
  now: Date,
): Promise<void> {
  const ids = ready.map(({ notice }) => notice.id);
  const lines = mailLines(
    text,
    ready.map(({ item }) => item),
    env().LEAFWATCH_URL,
  );
  const sent = await sendMail(to.email, text.title, lines);
  if (sent.outcome === "sent") return markSent(ids, null);
  await markFailed(ids, payload.attempt, sent.error);
  if (sent.again) await tryLater(payload, ids, undefined, now);
}

type DevicesOutcome = { sent: boolean; error: string | null; failedIds: number[] };

/** Sends to each device of a person, or to some of them. */
async function sendToDevices(userId: number, text: NoticeText, only?: number[]): Promise<DevicesOutcome> {
  const devices = (await listDevices(userId)).filter(
    ({ id, failures }) => failures < MOST_FAILURES && (only === undefined || only.includes(id)),
  );
  if (devices.length === 0) return { sent: false, error: "No device takes notices", failedIds: [] };
  const results = await Promise.all(
    devices.map(async (device) => ({ id: device.id, sent: await sendToDevice(device, text) })),
  );
  const errors = results.flatMap(({ sent }) => (sent.outcome === "sent" ? [] : [sent.error]));
  return {
    sent: errors.length < results.length,
    error: errors.length === 0 ? null : errors.join("; "),
    failedIds: results.flatMap(({ id, sent }) => (sent.outcome === "failed" && sent.again ? [id] : [])),
  };
}

/** Sends to one device and notes what came of it. */
export async function sendToDevice(device: StoredDevice, text: NoticeText): Promise<Sent> {
  const sent = await sendPush(device, text);
  await noteSending(device.id, sent.outcome);
  return sent;
}

/** The next attempt, at the devices that failed; a mail has none. */
async function tryLater(payload: Payload, noticeIds: string[], deviceIds: number[] | undefined, now: Date) {
  const wait = WAITS_MS[payload.attempt - 1];
  if (wait === undefined || deviceIds?.length === 0) return;
  const { why, attempt } = payload;
  await enqueue(
    "send-notice",
    { noticeIds, why, attempt: attempt + 1, ...(deviceIds ? { deviceIds } : {}) },
    { runAt: new Date(now.getTime() + wait) },
  );
}
