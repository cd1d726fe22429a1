// Notifications of a farm in trouble: alerts are raised, get worse and close; some 200 are open at a time.

import type { BenchApp } from "../bench-app";

type Open = { alertId: string; severity: number; jobId: string };

const SEVERITIES = ["LOW", "MEDIUM", "HIGH"] as const;
const MIN_OPEN = 150;
const MAX_OPEN = 250;

export class Storm {
  readonly #app: Pick<BenchApp, "send">;
  readonly #jobs: string[];
  readonly #open: Open[] = [];
  #raised = 0;
  #sent = 0;

  constructor(app: Pick<BenchApp, "send">, jobs: string[]) {
    this.#app = app;
    this.#jobs = jobs;
  }

  /** A random open alert. */
  any(): string {
    return this.#open[Math.floor(Math.random() * this.#open.length)]?.alertId ?? "";
  }

  /** Sends the next notification. @returns `raised`: the id of a new alert */
  async next(): Promise<{ status: number; tookMs: number; raised: string | null }> {
    const facts = this.#facts();
    const began = performance.now();
    const status = await this.#app.send(facts);
    const raised = facts.event === "RAISED" ? facts.alertId : null;
    return { status, tookMs: performance.now() - began, raised };
  }

  #facts() {
    const chance = Math.random();
    const raises = this.#open.length < MIN_OPEN ? 0.8 : this.#open.length > MAX_OPEN ? 0.1 : 0.4;
    if (chance < raises || this.#open.length === 0) return this.#raise();
    return chance < raises + 0.2 ? this.#worsen() : this.#close();
  }

  #raise() {
    this.#raised += 1;
    const alertId = `01LOADALERT000${String(this.#raised).padStart(12, "0")}`;
    const jobId = this.#jobs[this.#raised % this.#jobs.length] ?? "";
    const alert = { alertId, severity: this.#raised % 7 === 0 ? 1 : 0, jobId };
    this.#open.push(alert);
    return this.#notification(alert, { event: "RAISED" });
  }

  #worsen() {
    const alert = this.#open[Math.floor(Math.random() * this.#open.length)];
    if (!alert || alert.severity === 2) return this.#close();
    const previousSeverity = SEVERITIES[alert.severity];
    alert.severity += 1;
    return this.#notification(alert, { event: "SEVERITY_INCREASED", previousSeverity });
  }

  #close() {
    const [alert] = this.#open.splice(Math.floor(Math.random() * this.#open.length), 1);
    if (!alert) return this.#raise();
    return this.#notification(alert, { event: "CLOSED", closeReason: "RECOVERY_DETECTED" });
  }

  #notification({ alertId, severity, jobId }: Open, members: Record<string, unknown> & { event: string }) {
    this.#sent += 1;
    return {
      alertId,
      jobId,
      alertSeverity: SEVERITIES[severity],
      alertType: "HEALTH",
      notificationId: `01LOADNOTE0000${String(this.#sent).padStart(12, "0")}`,
      timestamp: new Date().toISOString(),
      ...members,
    };
  }
}
