// Instants are milliseconds UTC. The farm has one time zone; days are its local days.

export const MINUTE = 60_000;
export const HOUR = 3_600_000;
export const DAY = 86_400_000;

/** The whole hour at or before an instant. */
export function floorHour(ms: number): number {
  return Math.floor(ms / HOUR) * HOUR;
}

/** `2026-05-03T21:00:00Z` */
export function isoSeconds(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

/** `2026-05-03 21:00:00` */
export function plainSeconds(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace("T", " ");
}

export interface LocalTime {
  /** 0 to 23. */
  hour: number;
  /** Days since 1970-01-01 on the local calendar. */
  day: number;
}

/** Reads local hours and days in a time zone; caches the offset of each hour. */
export function createLocalClock(timeZone: string): (ms: number) => LocalTime {
  const format = new Intl.DateTimeFormat("en-GB", { timeZone, timeZoneName: "longOffset" });
  const offsets = new Map<number, number>();
  function offsetAt(ms: number): number {
    const hour = floorHour(ms);
    let offset = offsets.get(hour);
    if (offset === undefined) {
      offset = readOffset(format, hour);
      offsets.set(hour, offset);
    }
    return offset;
  }
  return (ms) => {
    const local = ms + offsetAt(ms);
    const day = Math.floor(local / DAY);
    return { hour: Math.floor((local - day * DAY) / HOUR), day };
  };
}

function readOffset(format: Intl.DateTimeFormat, ms: number): number {
  const name = format.formatToParts(ms).find((part) => part.type === "timeZoneName")?.value ?? "GMT";
  const match = /GMT([+-])(\d\d):(\d\d)/.exec(name);
  if (!match) return 0;
  const size = (Number(match[2]) * 60 + Number(match[3])) * MINUTE;
  return match[1] === "-" ? -size : size;
}
