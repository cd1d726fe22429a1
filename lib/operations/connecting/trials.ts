import type { StoredTrials, Trial, Trials } from "@/lib/farm/tenancies/contract";
import { ADDRESS_STEPS, CLIENT_STEPS, HISTORY_STEPS, type TestStep } from "./connection-step";

/** What the test is run with; of the secret only when it was stored, RFC 3339. */
export type Tried = {
  baseUrl: string | null;
  authUrl: string | null;
  clientId: string | null;
  tokenAuth: string;
  dataDelayHours: number;
  secretSetAt: string | null;
};

const PARTS = ["addresses", "client", "history"] as const;

/** What the steps of a test say of each part; a part whose steps were not run is left out. */
export function trialsOfSteps(steps: readonly TestStep[]): Trials {
  const [addresses, client, rows] = [ADDRESS_STEPS, CLIENT_STEPS, HISTORY_STEPS].map((nth) =>
    steps.find(({ step }) => step === nth),
  );
  return {
    ...(addresses && { addresses: trialOf(addresses) }),
    ...(client && { client: clientTrialOf(client) }),
    ...(rows && { history: historyTrialOf(steps) }),
  };
}

const trialOf = ({ state }: TestStep): Trial =>
  state === "waiting" ? "untried" : state === "done" ? "passed" : "failed";

/** A request for a token that was not answered says nothing of the client. */
const clientTrialOf = (step: TestStep): Trial =>
  step.state === "failed" && step.code !== "token-refused" ? "untried" : trialOf(step);

/** Without a token the history was not tried at all. */
function historyTrialOf(steps: readonly TestStep[]): Trial {
  const own = steps.filter(({ step }) => step > CLIENT_STEPS && step <= HISTORY_STEPS);
  return own.find(({ state }) => state === "failed") ? "failed" : (own.map(trialOf).at(-1) ?? "untried");
}

/** What a test found, as it is stored: with what it was tried, and when. */
export function toStored(trials: Trials, tried: Tried, at: Date): StoredTrials {
  const keys = keysOf(tried);
  const known = PARTS.flatMap((part) => {
    const state = trials[part];
    return state ? [[part, { state, key: keys[part], at: at.toISOString() }] as const] : [];
  });
  return Object.fromEntries(known);
}

/**
 * What is known of that which is stored now. What was tried with other values is not tried; a query that the service
 * took after a trial with these same values says more than the trial.
 * @param usedAt when the service last took a query
 */
export function trialsNow(stored: StoredTrials, now: Tried, usedAt: Date | null): Trials {
  const keys = keysOf(now);
  const known = PARTS.flatMap((part) => {
    const last = stored[part];
    if (!last) return [];
    if (last.key !== keys[part]) return [[part, "untried"] as const];
    return [[part, usedAt && usedAt > new Date(last.at) ? "passed" : last.state] as const];
  });
  return Object.fromEntries(known);
}

/** What a change leaves untried: other addresses may be another service, which knows nothing of the client. */
export function untriedBy(saved: Tried, stored: Tried): Trials {
  const [before, after] = [keysOf(stored), keysOf(saved)];
  return Object.fromEntries(
    PARTS.filter((part) => before[part] !== after[part]).map((part) => [part, "untried"]),
  );
}

/** The values that each part is tried with, as a text that differs when one of them does. */
function keysOf(tried: Tried): Record<(typeof PARTS)[number], string> {
  const addresses = [plain(tried.baseUrl), plain(tried.authUrl)];
  const client = [...addresses, tried.clientId?.trim(), tried.tokenAuth, tried.secretSetAt];
  const history = [...client, tried.dataDelayHours];
  return {
    addresses: JSON.stringify(addresses),
    client: JSON.stringify(client),
    history: JSON.stringify(history),
  };
}

/** As it is stored: without blanks around it and slashes at its end. */
const plain = (text: string | null) => (text ?? "").trim().replace(/\/+$/, "");
