import {
  ALERT_TYPES,
  CATEGORIES,
  CLOSE_REASONS,
  EVENTS,
  type NotificationFacts,
} from "@/lib/alerting/alerts/contract";
import { SEVERITIES } from "@/lib/base/core/severity";
import { listed } from "@/lib/base/core/text";

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

const readEvent = oneOf(EVENTS);
const readType = oneOf(ALERT_TYPES);
const readSeverity = oneOf(SEVERITIES);
const readCloseReason = oneOf(CLOSE_REASONS);
const readCategory = oneOf(CATEGORIES);
const readPlantEvent = oneOf(["RAISED", "CLOSED"]);
const readPlantState = oneOf(["ACTIVE", "CLOSED"]);

/** A body may nest thousands of levels deep: recursion stops here. */
const MAX_DEPTH = 64;

/** Characters that Postgres text cannot hold: NUL and lone surrogates. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;

const utf8 = new TextDecoder("utf-8", { fatal: true });

class NotUnderstood extends Error {}

/**
 * Reads the body of a signed request: the notification of the interface
 * (docs/spec/service-interface.md "Notification fields") or the newer plant alert
 * (docs/spec/service-in-the-field.md "Notifications"). Optional members may be missing, unknown ones are ignored.
 * Never throws.
 * @param body the bytes as they came
 * @returns the notification, or the reason why it is not understood, with its JSON value unless that is too deep
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
  const event = required(members, "event", readEvent);
  return {
    ...readCommon(members),
    shape: "alert",
    notificationId: required(members, "notificationId", identifier),
    event,
    type: required(members, "alertType", readType),
    category: null,
    severity: required(members, "alertSeverity", readSeverity),
    previousSeverity:
      event === "SEVERITY_INCREASED" ? optional(members, "previousSeverity", readSeverity) : null,
    raisedAt: null,
    closedAt: null,
  };
}

/** The newer shape: no severity, and the event in `event` or else in `state`. */
function readPlantAlert(members: Members): ParsedNotification {
  return {
    ...readCommon(members),
    shape: "plant",
    notificationId: optional(members, "notificationId", identifier),
    event: plantEvent(members),
    type: null,
    category: required(members, "alertCategory", readCategory),
    severity: null,
    previousSeverity: null,
    raisedAt: optional(members, "createdAt", instant),
    closedAt: optional(members, "closedAt", instant),
  };
}

function readCommon(members: Members) {
  const closes = members.event === "CLOSED" || (!isPresent(members, "event") && members.state === "CLOSED");
  return {
    tenantId: required(members, "tenantId", identifier),
    alertId: required(members, "alertId", identifier),
    jobId: required(members, "jobId", identifier),
    locationId: optional(members, "locationId", identifier),
    controlAreaId: optional(members, "controlAreaId", identifier),
    timestamp: required(members, "timestamp", instant),
    closeReason: closes ? optional(members, "closeReason", readCloseReason) : null,
  };
}

function plantEvent(members: Members): "RAISED" | "CLOSED" {
  if (isPresent(members, "event")) return required(members, "event", readPlantEvent);
  if (!isPresent(members, "state")) throw new NotUnderstood("event and state are both missing");
  return required(members, "state", readPlantState) === "ACTIVE" ? "RAISED" : "CLOSED";
}

/** JSON null counts as a missing member. */
function isPresent(members: Members, name: string): boolean {
  return Object.hasOwn(members, name) && members[name] !== null;
}

/** Reads the value of a member. @throws NotUnderstood */
type Read<T> = (value: unknown, name: string) => T;

function optional<T>(members: Members, name: string, read: Read<T>): T | null {
  return isPresent(members, name) ? read(members[name], name) : null;
}

function required<T>(members: Members, name: string, read: Read<T>): T {
  if (!isPresent(members, name)) throw new NotUnderstood(`${name} is missing`);
  return read(members[name], name);
}

function oneOf<const T extends string>(known: readonly T[]): Read<T> {
  return (value, name) => {
    const found = known.find((one) => one === value);
    if (found !== undefined) return found;
    throw new NotUnderstood(`${name} is ${quoted(value)}; ${listed(known)} are known`);
  };
}

function identifier(value: unknown, name: string): string {
  if (typeof value === "string" && isIdentifier(value)) return value;
  throw new NotUnderstood(
    `${name} is ${quoted(value)}; an identifier of 1 to ${MAX_IDENTIFIER_LENGTH} characters is known`,
  );
}

function isIdentifier(value: string): boolean {
  return value.length > 0 && value.length <= MAX_IDENTIFIER_LENGTH && !UNSTORABLE.test(value);
}

function instant(value: unknown, name: string): Date {
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
