const RFC_3339 = /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2}):(\d{2})(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/;
const EARLIEST = Date.UTC(1970, 0, 1);
const LATEST = Date.UTC(9999, 0, 1);

/**
 * An RFC 3339 date-time (service-interface 2.1) as an instant, cut to milliseconds.
 * @returns undefined for anything else, days that no calendar has, and times outside the years 1970 to 9998
 */
export function parseInstant(text: string): Date | undefined {
  const parts = RFC_3339.exec(text);
  if (!parts) return undefined;
  const [, year = "", month = "", day = "", hour = "", minute = "", second = "", fraction = "", zone = ""] =
    parts;
  if (!isCalendarDay(Number(year), Number(month), Number(day))) return undefined;
  // A leap second has no number of its own in computer time: it is the start of the next minute.
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
