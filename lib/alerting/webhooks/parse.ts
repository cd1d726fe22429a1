import {
  ALERT_TYPES,
  CATEGORIES,
  CLOSE_REASONS,
  EVENTS,
  type NotificationFacts,
} from "@/lib/alerting/alerts/contract";
import { SEVERITIES } from "@/lib/base/core/severity";

/** A notification as its sender wrote it, with the tenancy it names. */
export type ParsedNotification = NotificationFacts & {
  notificationId: string | null;
  tenantId: string;
};

/** Identifiers that could be read, even if the rest is not understood, so that it can be found. */
export type Identifiers = { notificationId: string | null; alertId: string | null };

export type Parsed = Identifiers &
  ({ understood: ParsedNotification } | { understood: null; reason: string; value: unknown });

/** Longer than any identifier seen so far, and short enough for a database index. */
const MAX_IDENTIFIER_LENGTH = 256;

const PLANT_EVENTS = ["RAISED", "CLOSED"] as const;

const PLANT_STATES = ["ACTIVE", "CLOSED"] as const;

/** A body may nest thousands of levels deep: recursion stops here. */
const MAX_DEPTH = 64;

/** What Postgres text cannot hold: NUL and lone surrogates. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;

const utf8 = new TextDecoder("utf-8", { fatal: true });

class NotUnderstood extends Error {}

/**
 * Reads the body of a signed request: the notification of the interface
 * (docs/spec/service-interface.md "Notification fields") or the newer plant alert
 * (docs/spec/service-in-the-field.md "Notifications"). Optional members may be missing, unknown ones are ignored.
 * Never throws.
 * @param body the bytes as they came
 * @returns the notification, or why it is not understood, with its JSON value where it has one of not too many levels
 */
export function parseNotification(body: Uint8Array): Parsed {
  let value: unknown;
  try {
    value = parseJson(body);
    return { ...readIdentifiers(value), understood: readNotification(toMembers(value)) };
  } catch (error) {
    if (!(error instanceof NotUnderstood)) throw error;
    const shallow = isDeeperThan(value, MAX_DEPTH) ? undefined : value;
    return { ...readIdentifiers(value), understood: null, reason: error.message, value: shallow };
  }
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeperThan(member, levels - 1));
}

/**
 * Reads the tenant id of a notification (docs/spec/service-interface.md "Notification fields"); null if it is not
 * understood. Never throws.
 */
export function carriedTenantId(body: Uint8Array): string | null {
  return parseNotification(body).understood?.tenantId ?? null;
}

function parseJson(body: Uint8Array): unknown {
  let text: string;
  try {
    text = utf8.decode(body);
  } catch {
    throw new NotUnderstood("The body is not UTF-8");
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new NotUnderstood("The body is not JSON");
  }
}

type Members = Record<string, unknown>;

function toMembers(value: unknown): Members {
  if (isMembers(value)) return value;
  throw new NotUnderstood("The body is not a JSON object");
}

function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function readIdentifiers(value: unknown): Identifiers {
  const members = isMembers(value) ? value : {};
  const known = (name: string) => {
    const found = members[name];
    return typeof found === "string" && isIdentifier(found) ? found : null;
  };
  return { notificationId: known("notificationId"), alertId: known("alertId") };
}

function readNotification(members: Members): ParsedNotification {
  if (isPresent(members, "alertType")) return readAlert(members);
  if (isPresent(members, "alertCategory")) return readPlantAlert(members);
  throw new NotUnderstood("alertType and alertCategory are both missing");
}

/** docs/spec/service-interface.md "Notification fields". */
function readAlert(members: Members): ParsedNotification {
  const event = oneOf(members, "event", EVENTS);
  return {
    ...readCommon(members),
    shape: "alert",
    notificationId: identifier(members, "notificationId"),
    event,
    type: oneOf(members, "alertType", ALERT_TYPES),
    category: null,
    severity: oneOf(members, "alertSeverity", SEVERITIES),
    previousSeverity:
      event === "SEVERITY_INCREASED" ? optional(members, "previousSeverity", oneOfSeverities) : null,
    raisedAt: null,
    closedAt: null,
  };
}

/** The newer shape: no severity, `event` or else `state` says what happened. */
function readPlantAlert(members: Members): ParsedNotification {
  return {
    ...readCommon(members),
    shape: "plant",
    notificationId: optional(members, "notificationId", identifier),
    event: plantEvent(members),
    type: null,
    category: oneOf(members, "alertCategory", CATEGORIES),
    severity: null,
    previousSeverity: null,
    raisedAt: optional(members, "createdAt", instant),
    closedAt: optional(members, "closedAt", instant),
  };
}

function readCommon(members: Members) {
  const closes = members.event === "CLOSED" || (!isPresent(members, "event") && members.state === "CLOSED");
  return {
    tenantId: identifier(members, "tenantId"),
    alertId: identifier(members, "alertId"),
    jobId: identifier(members, "jobId"),
    locationId: optional(members, "locationId", identifier),
    controlAreaId: optional(members, "controlAreaId", identifier),
    timestamp: instant(members, "timestamp"),
    closeReason: closes ? optional(members, "closeReason", oneOfCloseReasons) : null,
  };
}

function plantEvent(members: Members): "RAISED" | "CLOSED" {
  if (isPresent(members, "event")) return oneOf(members, "event", PLANT_EVENTS);
  if (!isPresent(members, "state")) throw new NotUnderstood("event and state are both missing");
  return oneOf(members, "state", PLANT_STATES) === "ACTIVE" ? "RAISED" : "CLOSED";
}

const oneOfSeverities = (members: Members, name: string) => oneOf(members, name, SEVERITIES);

const oneOfCloseReasons = (members: Members, name: string) => oneOf(members, name, CLOSE_REASONS);

/** JSON null counts as a missing member. */
function isPresent(members: Members, name: string): boolean {
  return Object.hasOwn(members, name) && members[name] !== null;
}

function optional<T>(members: Members, name: string, read: (members: Members, name: string) => T): T | null {
  return isPresent(members, name) ? read(members, name) : null;
}

function required(members: Members, name: string): unknown {
  if (!isPresent(members, name)) throw new NotUnderstood(`${name} is missing`);
  return members[name];
}

function oneOf<T extends string>(members: Members, name: string, known: readonly T[]): T {
  const value = required(members, name);
  const found = known.find((one) => one === value);
  if (found !== undefined) return found;
  throw new NotUnderstood(`${name} is ${quoted(value)}; ${listed(known)} are known`);
}

function identifier(members: Members, name: string): string {
  const value = required(members, name);
  if (typeof value === "string" && isIdentifier(value)) return value;
  throw new NotUnderstood(
    `${name} is ${quoted(value)}; an identifier of 1 to ${MAX_IDENTIFIER_LENGTH} characters is known`,
  );
}

function isIdentifier(value: string): boolean {
  return value.length > 0 && value.length <= MAX_IDENTIFIER_LENGTH && !UNSTORABLE.test(value);
}

function instant(members: Members, name: string): Date {
  const value = required(members, name);
  const found = typeof value === "string" ? parseInstant(value) : undefined;
  if (found) return found;
  throw new NotUnderstood(`${name} is ${quoted(value)}; an RFC 3339 date-time is known`);
}

/** A value as JSON, shortened and storable as text. */
function quoted(value: unknown): string {
  if (isDeeperThan(value, MAX_DEPTH)) return `nested more than ${MAX_DEPTH} levels deep`;
  const text = JSON.stringify(value) ?? "undefined";
  const short = text.length > 60 ? `${text.slice(0, 57)}…` : text;
  return short.replaceAll(/\p{Surrogate}/gu, "\u{FFFD}");
}

function listed(values: readonly string[]): string {
  return `${values.slice(0, -1).join(", ")} and ${values.at(-1)}`;
}

const RFC_3339 = /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2}):(\d{2})(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/;

const EARLIEST = Date.UTC(1970, 0, 1);

const LATEST = Date.UTC(9999, 0, 1);

/**
 * An RFC 3339 date-time (docs/spec/service-interface.md "Notification fields") as an instant, cut to milliseconds.
 * @returns undefined for anything else, days that no calendar has, and times outside the years 1970 to 9998
 */
export function parseInstant(text: string): Date | undefined {
  const parts = RFC_3339.exec(text);
  if (!parts) return undefined;
  const [, year = "", month = "", day = "", hour = "", minute = "", second = "", fraction = "", zone = ""] =
    parts;
  if (!isCalendarDay(Number(year), Number(month), Number(day))) return undefined;
  // Unix time has no leap seconds: 23:59:60 is the start of the next minute.
  const leap = second === "60";
  const cut = fraction.slice(0, 4);
  const time = Date.parse(
    `${year}-${month}-${day}T${hour}:${minute}:${leap ? "59" : second}${leap ? "" : cut}${zone.toUpperCase()}`,
  );
  const instant = leap ? time + 1_000 : time;
  return instant >= EARLIEST && instant < LATEST ? new Date(instant) : undefined;
}

function isCalendarDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
