// The options of the command line, with the defaults of tests.
import { parseArgs } from "node:util";
import type { Claims, Client } from "./tokens";
import { VariantSet } from "./variants";

export interface SimulatorOptions {
  host: string;
  /** 0 for any free port, here and below. */
  port: number;
  storePort: number;
  /** Undefined for no control server. */
  controlPort: number | undefined;
  clients: Client[];
  scopes: string[];
  tenantId: string;
  seed: number;
  delayHours: number;
  querySeconds: number;
  resultMinutes: number;
  linkSeconds: number;
  webhook: WebhookOptions | undefined;
  variants: string[];
  readyFile: string | undefined;
  /** File with the open live alerts, so that the next run can close them. */
  liveStateFile: string | undefined;
  /** Ends when the parent process is gone. */
  withParent: boolean;
  /** Verifies access tokens in place of our own issuer, if another server issues them. */
  verifyToken: ((token: string) => Claims | undefined) | undefined;
  /** The clock, in milliseconds; tests set it. */
  now: () => number;
}

export interface WebhookOptions {
  url: string;
  secret: string;
  signatureHeader: string;
  signaturePrefix: string;
  replayDays: number;
  /** Fresh alerts a minute beside those of the episodes; 0 for none. */
  speed: number;
  /** Number of alerts of the replayed days that never get their CLOSED. */
  lostCloses: number;
}

export const DEFAULTS: SimulatorOptions = {
  host: "127.0.0.1",
  port: 0,
  storePort: 0,
  controlPort: undefined,
  clients: [{ id: "test-client", secret: "test-client-secret" }],
  scopes: ["data.chf:query", "data.indices:query"],
  tenantId: "01J8Z0000000000000000TENAN",
  seed: 1,
  delayHours: 1,
  querySeconds: 1.5,
  resultMinutes: 60,
  linkSeconds: 300,
  webhook: undefined,
  variants: [],
  readyFile: undefined,
  liveStateFile: undefined,
  withParent: false,
  verifyToken: undefined,
  now: Date.now,
};

const DEFAULT_WEBHOOK: Omit<WebhookOptions, "url"> = {
  secret: "test-webhook-secret",
  signatureHeader: "Service-Signature",
  signaturePrefix: "",
  replayDays: 30,
  speed: 2,
  lostCloses: 0,
};

/** Completes webhook options with the defaults. */
export function webhookOptions(given: Partial<WebhookOptions> & { url: string }): WebhookOptions {
  return { ...DEFAULT_WEBHOOK, ...given };
}

const TEXT = { type: "string" } as const;
const FLAGS = {
  host: TEXT,
  port: TEXT,
  "store-port": TEXT,
  control: { type: "boolean" },
  "control-port": TEXT,
  "client-id": TEXT,
  "client-secret": TEXT,
  client: { type: "string", multiple: true },
  scopes: TEXT,
  "tenant-id": TEXT,
  seed: TEXT,
  "delay-hours": TEXT,
  "query-seconds": TEXT,
  "result-minutes": TEXT,
  "link-seconds": TEXT,
  "webhook-url": TEXT,
  "webhook-secret": TEXT,
  "signature-header": TEXT,
  "signature-prefix": TEXT,
  "replay-days": TEXT,
  speed: TEXT,
  "lost-closes": TEXT,
  variant: { type: "string", multiple: true },
  "ready-file": TEXT,
  "live-state-file": TEXT,
  "with-parent": { type: "boolean" },
} as const;

/** Reads command-line options; throws an error whose message names the option that is wrong. */
export function parseOptions(args: string[]): SimulatorOptions {
  const { values } = parseArgs({ args, options: FLAGS, strict: true });
  const url = values["webhook-url"];
  const options: SimulatorOptions = {
    ...DEFAULTS,
    host: values.host ?? DEFAULTS.host,
    port: port(values.port, "port"),
    storePort: port(values["store-port"], "store-port"),
    controlPort:
      values.control || values["control-port"] !== undefined
        ? port(values["control-port"], "control-port")
        : undefined,
    clients: clients(values["client-id"], values["client-secret"], values.client ?? []),
    scopes: values.scopes?.split(/[ ,]+/).filter((scope) => scope !== "") ?? DEFAULTS.scopes,
    tenantId: values["tenant-id"] ?? DEFAULTS.tenantId,
    seed: amount(values.seed, "seed", DEFAULTS.seed),
    delayHours: amount(values["delay-hours"], "delay-hours", DEFAULTS.delayHours),
    querySeconds: amount(values["query-seconds"], "query-seconds", DEFAULTS.querySeconds),
    resultMinutes: amount(values["result-minutes"], "result-minutes", DEFAULTS.resultMinutes),
    linkSeconds: amount(values["link-seconds"], "link-seconds", DEFAULTS.linkSeconds),
    webhook: url === undefined ? undefined : parseWebhook(url, values),
    variants: values.variant ?? [],
    readyFile: values["ready-file"],
    liveStateFile: values["live-state-file"],
    withParent: values["with-parent"] ?? false,
  };
  new VariantSet(options.variants);
  return options;
}

type WebhookFlags = Partial<
  Record<
    "webhook-secret" | "signature-header" | "signature-prefix" | "replay-days" | "speed" | "lost-closes",
    string
  >
>;

function parseWebhook(url: string, values: WebhookFlags): WebhookOptions {
  const protocol = URL.canParse(url) ? new URL(url).protocol : "";
  if (protocol !== "http:" && protocol !== "https:")
    throw new Error("--webhook-url must be an http or https address.");
  return {
    url,
    secret: values["webhook-secret"] ?? DEFAULT_WEBHOOK.secret,
    signatureHeader: values["signature-header"] ?? DEFAULT_WEBHOOK.signatureHeader,
    signaturePrefix: values["signature-prefix"] ?? DEFAULT_WEBHOOK.signaturePrefix,
    replayDays: amount(values["replay-days"], "replay-days", DEFAULT_WEBHOOK.replayDays),
    speed: amount(values.speed, "speed", DEFAULT_WEBHOOK.speed),
    lostCloses: amount(values["lost-closes"], "lost-closes", DEFAULT_WEBHOOK.lostCloses),
  };
}

function clients(id: string | undefined, secret: string | undefined, more: string[]): Client[] {
  const [first] = DEFAULTS.clients;
  const main = { id: id ?? first?.id ?? "", secret: secret ?? first?.secret ?? "" };
  const others = more.map((pair) => {
    const colon = pair.indexOf(":");
    if (colon < 1) throw new Error("--client must be ID:SECRET.");
    return { id: pair.slice(0, colon), secret: pair.slice(colon + 1) };
  });
  return [main, ...others];
}

function amount(text: string | undefined, name: string, fallback: number): number {
  if (text === undefined) return fallback;
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value) || value < 0)
    throw new Error(`--${name} must be a number of 0 or more.`);
  return value;
}

function port(text: string | undefined, name: string): number {
  const value = amount(text, name, 0);
  if (!Number.isInteger(value) || value > 65_535)
    throw new Error(`--${name} must be a port from 0 to 65535.`);
  return value;
}
