import type { LogFilter } from "@/lib/alerting/deliveries/log";

/** The address of the log with some of its filters changed; a changed filter begins at the newest again. */
export function logAddress(filter: LogFilter, changes: Partial<LogFilter>): string {
  const narrowed = Object.keys(changes).some((name) => name !== "id");
  const next = { ...filter, ...(narrowed ? { before: undefined, id: undefined } : {}), ...changes };
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(next))
    if (value !== undefined && !(name === "period" && value === "day")) search.set(name, value);
  const text = search.toString();
  return text ? `/admin/deliveries?${text}` : "/admin/deliveries";
}
