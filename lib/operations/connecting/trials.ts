import type { StoredTrials, Trial, Trials } from "@/lib/farm/tenancies/contract";
import { ADDRESS_STEPS, CLIENT_STEPS, HISTORY_STEPS, type TestStep } from "./connection-step";

/** The values that a test depends on; of the secret only when it was stored, RFC 3339. */
export type Tried = {
  baseUrl: string | null;
  authUrl: string | null;
  clientId: string | null;
  tokenAuth: string;
  dataDelayHours: number;
  secretSetAt: string | null;
};

const PARTS = ["addresses", "client", "history"] as const;

/** The result of each part by the steps of a test; parts whose steps were not run are left out. */
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

/** A token request without an answer leaves the client untried. */
const clientTrialOf = (step: TestStep): Trial =>
  step.state === "failed" && step.code !== "token-refused" ? "untried" : trialOf(step);

/** Without a token the history is untried. */
function historyTrialOf(steps: readonly TestStep[]): Trial {
  const own = steps.filter(({ step }) => step > CLIENT_STEPS && step <= HISTORY_STEPS);
  return own.find(({ state }) => state === "failed") ? "failed" : (own.map(trialOf).at(-1) ?? "untried");
}

/** The results of a test as they are stored: with the values that were tried, and when. */
export function toStored(trials: Trials, tried: Tried, at: Date): StoredTrials {
  const keys = keysOf(tried);
  const known = PARTS.flatMap((part) => {
    const state = trials[part];
    return state ? [[part, { state, key: keys[part], at: at.toISOString() }] as const] : [];
  });
  return Object.fromEntries(known);
}

/**
 * The results that apply to the values stored now. A result for other values is untried; a query that the service took
 * after a failed trial of the same values overrides it.
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

/** The parts that a change leaves untried: other addresses may be another service, which does not know the client. */
export function untriedBy(saved: Tried, stored: Tried): Trials {
  const [before, after] = [keysOf(stored), keysOf(saved)];
  return Object.fromEntries(
    PARTS.filter((part) => before[part] !== after[part]).map((part) => [part, "untried"]),
  );
}

/** The values of each part as one comparable text. */
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

/** The stored form: without surrounding blanks and trailing slashes. */
const plain = (text: string | null) => (text ?? "").trim().replace(/\/+$/, "");
