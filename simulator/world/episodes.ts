// Stress episodes: their time, place and severity. Time is cut into slots; each stream has at most
// one episode in a slot, so the state at an instant is found without the past.

import { HOUR, MINUTE } from "../time";
import { ulidOf } from "../ulid";
import type { Farm, Plot } from "./farm";
import { isActive } from "./farm";
import { hashText, mix, pick, uniform } from "./noise";

export type Severity = "LOW" | "MEDIUM" | "HIGH";
export type AlertType = "HEALTH" | "PRODUCTIVITY";
type CloseReason = "RECOVERY_DETECTED" | "EXPIRED" | "REPLACED";

export const SEVERITIES = ["LOW", "MEDIUM", "HIGH"] as const;
export const CATEGORIES = [
  "PLANT_CRITICAL_ALERT",
  "PLANT_STRESS_ALERT",
  "PLANT_LIGHT_ALERT",
  "PLANT_RECOVERY_ALERT",
] as const;
export type Category = (typeof CATEGORIES)[number];

interface Step {
  at: number;
  severity: Severity;
}

export interface Alert {
  alertId: string;
  /** Undefined for an unknown place. */
  plot: Plot | undefined;
  jobId: string;
  type: AlertType;
  /** Set for an alert of the plant-alert shape, which has no type and no severity. */
  category: Category | undefined;
  /** The first is the raise, the others are escalations. */
  steps: [Step, ...Step[]];
  closedAt: number;
  closeReason: CloseReason;
  /** The plants recover from here on; before `closedAt`, long before it for EXPIRED. */
  stressEnd: number;
}

interface Stream {
  name: string;
  seed: number;
  slot: number;
  offset: number;
  plot: Plot | undefined;
  kind: "alert" | "plant" | "unknown";
  type: AlertType;
  category: Category | undefined;
}

/** Stress at an instant, 0 for none, 3 for the full effect of HIGH. */
export interface Stress {
  health: number;
  productivity: number;
  light: number;
}

export interface Episodes {
  /** Alerts raised in (after, until], in no order. */
  raisedIn: (after: number, until: number) => Alert[];
  openAt: (ms: number) => Alert[];
  stressAt: (plot: Plot, ms: number) => Stress;
}

const ALERT_SLOT = 96 * HOUR;
const PLANT_SLOT = 84 * HOUR;
const UNKNOWN_SLOT = 72 * HOUR;
const BUILD_UP = 4 * HOUR;
const RECOVERY = 6 * HOUR;
// No episode is longer than its slot, and no slot is longer than this.
const LOOK_BACK = ALERT_SLOT;

export function createEpisodes(farm: Farm): Episodes {
  const streams = createStreams(farm);
  const cache = new Map<string, Alert[]>();
  function alertsOf(stream: Stream, slot: number): Alert[] {
    const key = `${stream.name}/${slot}`;
    const known = cache.get(key) ?? createAlerts(farm, stream, slot);
    cache.set(key, known);
    return known;
  }
  const slotOf = (stream: Stream, ms: number) => Math.floor((ms - stream.offset) / stream.slot);
  function raisedIn(after: number, until: number): Alert[] {
    const found: Alert[] = [];
    for (const stream of streams) {
      for (let slot = slotOf(stream, after); slot <= slotOf(stream, until); slot++)
        found.push(...alertsOf(stream, slot));
    }
    return found.filter(({ steps: [raise] }) => raise.at > after && raise.at <= until);
  }
  const byPlot = new Map(farm.plots.map((plot) => [plot, streams.filter((one) => mayConcern(one, plot))]));
  function stressAt(plot: Plot, ms: number): Stress {
    const stress: Stress = { health: 0, productivity: 0, light: 0 };
    for (const stream of byPlot.get(plot) ?? []) {
      for (const alert of alertsOf(stream, slotOf(stream, ms)))
        if (alert.plot === plot) addStress(stress, alert, ms);
    }
    return stress;
  }
  const openAt = (ms: number) => raisedIn(ms - LOOK_BACK, ms).filter((alert) => alert.closedAt > ms);
  return { raisedIn, openAt, stressAt };
}

function mayConcern(stream: Stream, plot: Plot): boolean {
  return stream.kind === "plant" || stream.plot === plot;
}

function createStreams(farm: Farm): Stream[] {
  const active = farm.plots.filter(isActive);
  const streams = active.flatMap((plot) =>
    (["HEALTH", "PRODUCTIVITY"] as const).map((type) => ({
      name: `${plot.number} ${type}`,
      kind: "alert" as const,
      slot: ALERT_SLOT,
      plot,
      type,
      category: undefined,
    })),
  );
  const plant = CATEGORIES.map((category) => ({
    name: category,
    kind: "plant" as const,
    slot: PLANT_SLOT,
    plot: undefined,
    type: "HEALTH" as const,
    category,
  }));
  const unknown = {
    name: "unknown job",
    kind: "unknown" as const,
    slot: UNKNOWN_SLOT,
    plot: undefined,
    type: "HEALTH" as const,
    category: undefined,
  };
  // Golden-ratio offsets spread the starts, so that about as many are open at any time.
  return [...streams, ...plant, unknown].map((stream, index) => ({
    ...stream,
    seed: mix(farm.seed, hashText(stream.name)),
    offset: Math.floor(((index * 0.618034) % 1) * stream.slot),
  }));
}

function createAlerts(farm: Farm, stream: Stream, slot: number): Alert[] {
  const seed = mix(stream.seed, slot);
  const slotStart = slot * stream.slot + stream.offset;
  if (stream.kind === "unknown") return [unknownAlert(stream, slot, seed, slotStart)];
  if (uniform(seed, 1) > (stream.kind === "plant" ? 0.95 : 0.93)) return [];
  const plot = stream.plot ?? pickPlot(farm, seed);
  // Starts after the build-up and ends before the recovery would leave the slot.
  const start = seconds(slotStart + BUILD_UP + uniform(seed, 2) * 12 * HOUR);
  const job = farm.jobAt(plot, start);
  if (!job || job.end < start + 2 * HOUR) return [];
  const end = Math.min(start + duration(seed, stream.kind), job.end);
  const parts = splitForReplacement(seed, start, end, stream.kind === "alert");
  return parts.map(([from, to], part) =>
    alertOf(stream, plot, job.id, mix(seed, 100 + part), from, to, part < parts.length - 1),
  );
}

function pickPlot(farm: Farm, seed: number): Plot {
  const [first, ...rest] = farm.plots.filter(isActive);
  if (!first) throw new Error("The farm has no plot that reports.");
  return pick([first, ...rest], seed, 3);
}

function duration(seed: number, kind: Stream["kind"]): number {
  const share = uniform(seed, 4);
  if (uniform(seed, 5) < 0.14) return 20 * MINUTE + share * 4 * HOUR;
  return 12 * HOUR + share * (kind === "plant" ? 42 : 57) * HOUR;
}

function splitForReplacement(
  seed: number,
  start: number,
  end: number,
  allowed: boolean,
): Array<[number, number]> {
  if (!allowed || uniform(seed, 6) > 0.15 || end - start < 6 * HOUR) return [[start, end]];
  const split = seconds(start + (0.3 + uniform(seed, 7) * 0.4) * (end - start));
  return [
    [start, split],
    [split + 1000, end],
  ];
}

function alertOf(
  stream: Stream,
  plot: Plot,
  jobId: string,
  seed: number,
  start: number,
  end: number,
  replaced: boolean,
): Alert {
  const closedAt = seconds(end);
  const closeReason = replaced ? "REPLACED" : uniform(seed, 8) < 0.14 ? "EXPIRED" : "RECOVERY_DETECTED";
  return {
    alertId: ulidOf(start, `alert ${stream.name} ${seed}`),
    plot,
    jobId,
    type: stream.type,
    category: stream.category,
    steps: stream.kind === "plant" ? [{ at: start, severity: "MEDIUM" }] : stepsOf(seed, start, closedAt),
    closedAt,
    closeReason,
    stressEnd: stressEnd(closeReason, seconds(start), closedAt),
  };
}

function stressEnd(reason: CloseReason, start: number, closedAt: number): number {
  const length = closedAt - start;
  if (reason === "EXPIRED") return start + length * 0.4;
  return reason === "REPLACED" ? closedAt : closedAt - Math.min(3 * HOUR, length / 4);
}

function stepsOf(seed: number, start: number, end: number): [Step, ...Step[]] {
  const share = uniform(seed, 9);
  let level = share < 0.55 ? 0 : share < 0.88 ? 1 : 2;
  const steps: [Step, ...Step[]] = [{ at: start, severity: SEVERITIES[level] ?? "LOW" }];
  let at = start;
  while (level < 2 && uniform(seed, 20 + level) < 0.45) {
    at = seconds(at + (0.15 + uniform(seed, 30 + level) * 0.3) * (end - start));
    // One in six escalations goes from LOW to HIGH at once.
    level += level === 0 && uniform(seed, 40) < 0.17 ? 2 : 1;
    steps.push({ at, severity: SEVERITIES[level] ?? "HIGH" });
  }
  return steps;
}

function unknownAlert(stream: Stream, slot: number, seed: number, slotStart: number): Alert {
  const start = seconds(slotStart + 30 * MINUTE);
  const closedAt = start + 70 * HOUR;
  return {
    alertId: ulidOf(start, `alert ${stream.name} ${seed}`),
    plot: undefined,
    jobId: ulidOf(start - 20 * 24 * HOUR, `job ${stream.name} ${slot}`),
    type: slot % 2 === 0 ? "HEALTH" : "PRODUCTIVITY",
    category: undefined,
    steps: stepsOf(seed, start, closedAt),
    closedAt,
    closeReason: "RECOVERY_DETECTED",
    stressEnd: closedAt,
  };
}

function addStress(stress: Stress, alert: Alert, ms: number): void {
  const level = levelAt(alert, ms);
  if (alert.category === "PLANT_LIGHT_ALERT") stress.light = Math.max(stress.light, level);
  else if (alert.category === "PLANT_RECOVERY_ALERT") stress.health -= level * 0.25;
  else if (alert.type === "HEALTH") stress.health = Math.max(stress.health, level);
  else stress.productivity = Math.max(stress.productivity, level);
}

/** 0 to 3: rises before the raise, grows towards each escalation, falls after `stressEnd`. */
function levelAt(alert: Alert, ms: number): number {
  const [raise] = alert.steps;
  let before = { at: raise.at - BUILD_UP, level: 0 };
  if (ms <= before.at || ms >= alert.stressEnd + RECOVERY) return 0;
  for (const step of alert.steps) {
    const next = { at: step.at, level: SEVERITIES.indexOf(step.severity) + 1 };
    if (ms < next.at && ms < alert.stressEnd) return between(before, next, ms);
    before = next;
  }
  if (ms <= alert.stressEnd) return before.level;
  return between(
    { at: alert.stressEnd, level: before.level },
    { at: alert.stressEnd + RECOVERY, level: 0 },
    ms,
  );
}

interface Knot {
  at: number;
  level: number;
}

function between(left: Knot, right: Knot, ms: number): number {
  return left.level + ((right.level - left.level) * (ms - left.at)) / (right.at - left.at);
}

function seconds(ms: number): number {
  return Math.floor(ms / 1000) * 1000;
}
