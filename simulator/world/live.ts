// Live alerts beside those of the episodes, so that there is something to watch: each is raised,
// perhaps escalates, and closes when too many are open.
import { randomBytes } from "node:crypto";
import { ulidOf } from "../ulid";
import type { Alert, AlertType, Category, Severity } from "./episodes";
import { CATEGORIES, SEVERITIES } from "./episodes";
import type { Farm } from "./farm";
import { isActive } from "./farm";
import { mix, pick, uniform } from "./noise";

const MAX_OPEN = 5;
const PLANT_SHARE = 0.12;

/** A change of an alert; `alert` is its state afterwards. */
export interface LiveChange {
  event: "RAISED" | "SEVERITY_INCREASED" | "CLOSED";
  alert: Alert;
}

export interface LiveWishes {
  jobId?: string;
  type?: AlertType;
  category?: Category;
  severity?: Severity;
}

export class LiveAlerts {
  readonly #farm: Farm;
  #open: Alert[] = [];
  #turn = 0;

  constructor(farm: Farm) {
    this.#farm = farm;
  }

  get open(): readonly Alert[] {
    return this.#open;
  }

  /** Takes over alerts that an earlier run left open. */
  adopt(alerts: readonly Alert[]): void {
    this.#open.unshift(...alerts);
  }

  /** Raises an alert, preferably on a job without an open live alert. */
  raise(now: number, given: LiveWishes = {}): LiveChange {
    this.#turn += 1;
    const seed = mix(this.#farm.seed, Math.floor(now / 1000) + this.#turn);
    const jobId = given.jobId ?? this.#freeJob(now, seed);
    const alert: Alert = {
      alertId: ulidOf(now, randomBytes(16).toString("hex")),
      plot: this.#farm.plots.find((plot) => this.#farm.jobAt(plot, now)?.id === jobId),
      jobId,
      type: given.type ?? (uniform(seed, 1) < 0.6 ? "HEALTH" : "PRODUCTIVITY"),
      category: given.category,
      steps: [{ at: now, severity: given.severity ?? severityOf(uniform(seed, 2)) }],
      closedAt: Number.POSITIVE_INFINITY,
      closeReason: "RECOVERY_DETECTED",
      stressEnd: Number.POSITIVE_INFINITY,
    };
    this.#open.push(alert);
    return { event: "RAISED", alert };
  }

  /** Like raise, but one in eight has the plant-alert shape. */
  raiseAny(now: number): LiveChange {
    const seed = mix(this.#farm.seed, Math.floor(now / 1000));
    return this.raise(now, uniform(seed, 4) < PLANT_SHARE ? { category: pick(CATEGORIES, seed, 5) } : {});
  }

  /** The change some seconds after a raise: the oldest closes when too many are open, else one may escalate. */
  follow(now: number): LiveChange | undefined {
    if (this.#open.length > MAX_OPEN) return this.close(now);
    return this.#turn % 2 === 0 ? this.escalate(now) : undefined;
  }

  /** Escalates the oldest alert below HIGH by a step. */
  escalate(now: number): LiveChange | undefined {
    const alert = this.#open.find((one) => !one.category && one.steps.at(-1)?.severity !== "HIGH");
    if (!alert) return undefined;
    const level = SEVERITIES.indexOf(alert.steps.at(-1)?.severity ?? "LOW");
    alert.steps.push({ at: now, severity: SEVERITIES[level + 1] ?? "HIGH" });
    return { event: "SEVERITY_INCREASED", alert };
  }

  /** Closes the oldest alert. */
  close(now: number): LiveChange | undefined {
    const alert = this.#open.shift();
    if (!alert) return undefined;
    alert.closedAt = now;
    alert.closeReason = uniform(this.#farm.seed, this.#turn) < 0.15 ? "EXPIRED" : "RECOVERY_DETECTED";
    return { event: "CLOSED", alert };
  }

  #freeJob(now: number, seed: number): string {
    const jobs = this.#farm.plots.filter(isActive).flatMap((plot) => this.#farm.jobAt(plot, now)?.id ?? []);
    const free = jobs.filter((id) => !this.#open.some((alert) => alert.jobId === id));
    const choice = free.length > 0 ? free : jobs;
    return choice[Math.floor(uniform(seed, 3) * choice.length)] ?? "JOB_V1_PLANT1";
  }
}

function severityOf(share: number): Severity {
  if (share < 0.6) return "LOW";
  return share < 0.88 ? "MEDIUM" : "HIGH";
}
