import "server-only";
import { Counter, collectDefaultMetrics, Gauge, Registry } from "prom-client";
import { openStreams } from "@/lib/events/service.server";
import { requestMetrics } from "@/lib/http/request-metrics.server";
import { getIntake } from "@/lib/webhooks/service.server";
import { readGauges } from "./store.server";

const held = globalThis as { leafwatchProcessMetrics?: Registry };

/** Metrics of the process itself; one registry, since it observes the event loop all the time. */
function processMetrics(): Registry {
  if (!held.leafwatchProcessMetrics) {
    held.leafwatchProcessMetrics = new Registry();
    collectDefaultMetrics({ register: held.leafwatchProcessMetrics });
  }
  return held.leafwatchProcessMetrics;
}

/** All metrics as Prometheus text; those from the database are left out while it is out of reach. */
export async function readMetrics(): Promise<{ text: string; contentType: string }> {
  const own = new Registry();
  const up = new Gauge({
    name: "leafwatch_database_up",
    help: "Whether the database answered",
    registers: [own],
  });
  new Gauge({
    name: "leafwatch_open_streams",
    help: "Streams of live events that are open",
    registers: [own],
  }).set(openStreams());
  await addSpool(own);
  try {
    await addGauges(own);
    up.set(1);
  } catch {
    up.set(0);
  }
  const parts = await Promise.all([processMetrics().metrics(), requestMetrics(), own.metrics()]);
  return { text: parts.join("\n"), contentType: own.contentType };
}

/** The spool of this process, which it knows without the database. */
async function addSpool(registry: Registry): Promise<void> {
  const { records, bytes, oldest, total, failure } = await getIntake().figures();
  const registers = [registry];
  const gauge = (name: string, help: string, value: number) =>
    new Gauge({ name: `leafwatch_spool_${name}`, help, registers }).set(value);
  gauge("records", "Notifications on disk that wait for the database", records);
  gauge("bytes", "Bytes of them", bytes);
  gauge(
    "oldest_age_seconds",
    "Since the oldest of them was received",
    oldest === null ? 0 : (Date.now() - oldest) / 1_000,
  );
  gauge("writable", "Whether the spool could be written at the last try", failure === null ? 1 : 0);
  const spooled = new Counter({
    name: "leafwatch_spooled_total",
    help: "Notifications that were answered from the spool since the start",
    registers,
  });
  spooled.inc(total);
}

async function addGauges(registry: Registry): Promise<void> {
  const { deliveries, openAlerts, queries, sync } = await readGauges();
  const gauge = (name: string, help: string, labelNames: string[]) =>
    new Gauge({ name: `leafwatch_${name}`, help, labelNames, registers: [registry] });
  const delivered = gauge("deliveries_24h", "Webhook requests of the last 24 hours", ["outcome"]);
  for (const { outcome, count } of deliveries) delivered.set({ outcome }, count);
  const open = gauge("open_alerts", "Open alerts", ["tenant", "severity"]);
  for (const { tenantId, severity, count } of openAlerts) open.set({ tenant: tenantId, severity }, count);
  const asked = gauge("queries", "Queries by status", ["status"]);
  for (const { status, count } of queries) asked.set({ status }, count);
  const labels = ["tenant", "type"];
  const success = gauge("sync_age_seconds", "Since history was last fetched", labels);
  const reading = gauge("reading_age_seconds", "Since the newest reading", labels);
  const failures = gauge("sync_failures", "Fetches that failed in a row", labels);
  for (const state of sync) {
    const of = { tenant: state.tenantId, type: state.type };
    if (state.lastSuccessAt) success.set(of, secondsSince(state.lastSuccessAt));
    if (state.lastReadingAt) reading.set(of, secondsSince(state.lastReadingAt));
    failures.set(of, state.failures);
  }
}

const secondsSince = (at: Date) => (Date.now() - at.getTime()) / 1_000;
