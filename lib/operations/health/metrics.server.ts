import "server-only";
import { Counter, Gauge, Registry } from "prom-client";
import { getIntake } from "@/lib/alerting/webhooks/service.server";
import { processSingleton } from "@/lib/base/core/process-singleton";
import { withTimeout } from "@/lib/base/core/with-timeout.server";
import { processMetrics } from "@/lib/base/request/process-metrics.server";
import { countContacts } from "@/lib/display/screens/service.server";
import { readBackupFigures } from "@/lib/operations/backup/service.server";
import { openStreams } from "@/lib/web/events/service.server";
import { buildInfo } from "@/lib/web/http/version.server";
import { type Gauges, poolFigures, readGauges } from "./store.server";

/** Leaves a margin to the 10 s after which Prometheus gives up. */
const ANSWER_MS = 4_000;
/** Statements time out after 60 s: a read that takes longer uses a lost connection. */
const LONGEST_READ_MS = 60_000;

type Counted = {
  gauges: Gauges;
  contacts: Awaited<ReturnType<typeof countContacts>>;
  backups: Awaited<ReturnType<typeof readBackupFigures>>;
};

const held = processSingleton<{ counting: Promise<Counted> }>();

/**
 * Returns all metrics as Prometheus text; those from the database are left out while it is out of reach or slow.
 * @param isDatabaseUp true if the database answers now
 */
export async function readMetrics(isDatabaseUp: boolean): Promise<{ text: string; contentType: string }> {
  const own = new Registry();
  addBuild(own);
  const up = gauge(own, "database_up", "Whether the database answered");
  gauge(own, "open_streams", "Streams of live events that are open").set(openStreams());
  addPools(own);
  await addSpool(own);
  await addDisk(own);
  const counted = isDatabaseUp ? await countInTime().catch(() => null) : null;
  up.set(counted ? 1 : 0);
  if (counted) {
    addIntake(own, counted.gauges);
    addFetching(own, counted.gauges);
    addJobs(own, counted.gauges);
    addScreens(own, counted.contacts);
    addBackups(own, counted.backups);
  }
  const parts = await Promise.all([processMetrics(), own.metrics()]);
  return { text: parts.join("\n"), contentType: own.contentType };
}

/** Reads gauges within the time limit. Scrapes share a read that takes longer instead of starting another. */
function countInTime(): Promise<Counted> {
  held.counting ??= withTimeout(countNow(), LONGEST_READ_MS).finally(() => {
    held.counting = undefined;
  });
  return withTimeout(held.counting, ANSWER_MS);
}

async function countNow(): Promise<Counted> {
  const [gauges, contacts, backups] = await Promise.all([
    readGauges(),
    countContacts(new Date()),
    readBackupFigures(),
  ]);
  return { gauges, contacts, backups };
}

function gauge(registry: Registry, name: string, help: string, labelNames: string[] = []): Gauge {
  return new Gauge({ name: `leafwatch_${name}`, help, labelNames, registers: [registry] });
}

/** What runs, as labels of a constant, so that a change of version shows beside other series. */
function addBuild(registry: Registry): void {
  const info = buildInfo();
  gauge(registry, "build_info", "The running version, with a constant 1", Object.keys(info)).set(info, 1);
}

/** The connection pools of this process. */
function addPools(registry: Registry): void {
  const connections = gauge(registry, "pool_connections", "Connections to the database", ["pool", "state"]);
  const waiting = gauge(registry, "pool_waiting", "Callers that wait for a connection", ["pool"]);
  for (const { pool, total, idle, waiting: callers } of poolFigures()) {
    connections.set({ pool, state: "busy" }, total - idle);
    connections.set({ pool, state: "idle" }, idle);
    waiting.set({ pool }, callers);
  }
}

/** Free disk space, left out where it is unknown. */
async function addDisk(registry: Registry): Promise<void> {
  const { free, fullSince } = await getIntake().disk();
  if (free !== null)
    gauge(
      registry,
      "disk_free_bytes",
      "Room beside the spool, or beside the embedded database where that is less",
    ).set(free);
  gauge(registry, "disk_full", "Whether there is room for no more than the spool's reserve").set(
    fullSince === null ? 0 : 1,
  );
}

/** The spool of this process, known without the database. */
async function addSpool(registry: Registry): Promise<void> {
  const { records, bytes, oldest, total, failure, damaged, unread } = await getIntake().figures();
  const one = (name: string, help: string, value: number) =>
    gauge(registry, `spool_${name}`, help).set(value);
  one("records", "Notifications on disk that wait for the database", records);
  one("bytes", "Bytes of them", bytes);
  const age = oldest === null ? 0 : (Date.now() - oldest) / 1_000;
  one("oldest_age_seconds", "Since the oldest of them was received", age);
  one("writable", "Whether the spool could be written at the last try", failure === null ? 1 : 0);
  one("unread_files", "Files of the spool that could not be read, taken over or removed", unread);
  one("damaged_pieces", "Pieces of files that held notifications and were set aside as unreadable", damaged);
  const spooled = new Counter({
    name: "leafwatch_spooled_total",
    help: "Notifications that were answered from the spool since the start",
    registers: [registry],
  });
  spooled.inc(total);
}

function addIntake(registry: Registry, { deliveries, quarantined, openAlerts }: Gauges): void {
  const delivered = gauge(registry, "deliveries_24h", "Webhook requests of the last 24 hours", ["outcome"]);
  for (const { outcome, count } of deliveries) delivered.set({ outcome }, count);
  gauge(registry, "quarantined", "Notifications in quarantine that nobody has set aside").set(quarantined);
  const open = gauge(registry, "open_alerts", "Open alerts", ["tenant", "severity"]);
  for (const { tenantId, severity, count } of openAlerts) open.set({ tenant: tenantId, severity }, count);
}

function addFetching(registry: Registry, { queries, sync }: Gauges): void {
  const asked = gauge(registry, "queries", "Queries by status", ["status"]);
  for (const { status, count } of queries) asked.set({ status }, count);
  const labels = ["tenant", "type"];
  const age = gauge(registry, "sync_age_seconds", "Since history was fetched, or was to be at first", labels);
  const every = gauge(registry, "sync_interval_seconds", "How often history is to be fetched", labels);
  const reading = gauge(registry, "reading_age_seconds", "Since the newest reading", labels);
  const failures = gauge(registry, "sync_failures", "Fetches that failed in a row", labels);
  for (const state of sync) {
    const of = { tenant: state.tenantId, type: state.type };
    age.set(of, secondsSince(state.fetchedAt));
    every.set(of, state.everyMinutes * 60);
    if (state.lastReadingAt) reading.set(of, secondsSince(state.lastReadingAt));
    failures.set(of, state.failures);
  }
}

function addJobs(registry: Registry, { jobs }: Gauges): void {
  const known = gauge(registry, "jobs", "Background jobs by state", ["state"]);
  for (const [state, count] of Object.entries(jobs)) known.set({ state }, count);
}

function addScreens(registry: Registry, contacts: Counted["contacts"]): void {
  const painted = gauge(registry, "screens", "Screens by how lately they painted", ["state"]);
  for (const [state, count] of Object.entries(contacts)) painted.set({ state }, count);
}

function addBackups(registry: Registry, { lastAt, isFailing }: Counted["backups"]): void {
  gauge(registry, "backup_failing", "Whether the last backup failed, or one is overdue by an hour").set(
    isFailing ? 1 : 0,
  );
  if (lastAt === null) return;
  gauge(registry, "backup_age_seconds", "Since the newest backup was taken").set(secondsSince(lastAt));
  gauge(registry, "backup_last_success_timestamp_seconds", "When the newest backup was taken").set(
    lastAt.getTime() / 1_000,
  );
}

const secondsSince = (at: Date) => (Date.now() - at.getTime()) / 1_000;
