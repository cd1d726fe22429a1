/** The form of a new query: its fields, its request and its faults. Pure. */

import type { IndexName } from "@/lib/base/core/indices";
import { INDEX_FACTS, INDICES, isIndexName } from "@/lib/base/core/indices";
import { HOUR_MS } from "@/lib/base/core/time";
import type { QueryRequest } from "@/lib/service/contract";
import { checkQueryRequest } from "@/lib/service/request-rules";
import { toServiceTime, wholeHour } from "@/lib/service/service-time";
import type { Preset, Query, QueryForm } from "./contract";

const PRESET_HOURS: Record<Preset, number> = {
  "24h": 24,
  "7d": 168,
  "14d": 336,
  "30d": 720,
  "90d": 2160,
  "1y": 8760,
};

/** The form before anything is chosen. */
export const EMPTY_FORM: QueryForm = {
  ...{ type: "indices", last: "7d", from: null, to: null, areas: [], indices: null, devices: [] },
  ...{ light: "any", job: "", filled: true, include: null, exclude: null },
};

/** A field that can have a fault. */
export type FormField = "from" | "to" | "areas" | "indices" | "devices" | "job" | "columns";

/** The period that the form asks for, before clamping; whole hours in epoch milliseconds. */
export function askedPeriod(
  form: Pick<QueryForm, "last" | "from" | "to">,
  now: number,
  delayHours: number,
): { from: number; to: number } {
  const to = form.to ?? wholeHour(now - delayHours * HOUR_MS);
  return { from: form.from ?? to - PRESET_HOURS[form.last] * HOUR_MS, to };
}

/** The request of the form (docs/spec/service-interface.md "Query"), without filters that select everything. */
export function toRequest(form: QueryForm, period: { from: number; to: number }): QueryRequest {
  const { type, areas, indices, filled, devices, light } = form;
  const job = form.job.trim();
  const columns = columnChoiceOf(form);
  const own =
    type === "indices"
      ? { ...(indices && { indexNames: indices }), ...(!filled && { includeFilled: false }) }
      : {
          ...(devices.length > 0 && { devices }),
          ...(light !== "any" && { isDaytime: light === "day" }),
        };
  return {
    type,
    filters: {
      from: toServiceTime(period.from),
      to: toServiceTime(period.to),
      ...(areas.length > 0 && { controlAreaPathNames: areas }),
      ...(job !== "" && { jobId: job }),
      ...own,
    },
    ...(columns && { selectColumns: columns }),
  };
}

/** The column choice of the form; undefined means all. */
export function columnChoiceOf({ include, exclude }: Pick<QueryForm, "include" | "exclude">) {
  if (include) return { include };
  return exclude ? { exclude } : undefined;
}

/** The form that makes the same request as an earlier query. */
export function formOf(query: Pick<Query, "type" | "filters" | "asked" | "selectColumns">): QueryForm {
  const asked = { ...query.filters, ...query.asked };
  return {
    type: query.type,
    last: "7d",
    from: asked.from ? wholeHour(Date.parse(asked.from)) : null,
    to: asked.to ? wholeHour(Date.parse(asked.to)) : null,
    areas: asked.controlAreaPathNames ?? [],
    indices: asked.indexNames?.filter(isIndexName) ?? null,
    devices: asked.devices ?? [],
    light: asked.isDaytime === undefined ? "any" : asked.isDaytime ? "day" : "night",
    job: asked.jobId ?? "",
    filled: asked.includeFilled ?? true,
    include: query.selectColumns?.include ?? null,
    exclude: query.selectColumns?.exclude ?? null,
  };
}

/**
 * Compares the form with a query whose result is shown: `moved` if only its rolling period now ends later, because there
 * is newer data.
 * @param now epoch milliseconds
 */
export function compareForm(
  form: QueryForm,
  query: Pick<Query, "type" | "filters" | "asked" | "selectColumns" | "createdAt">,
  now: number,
  delayHours: number,
): "same" | "moved" | "changed" {
  const own = formOf(query);
  const rest = (one: QueryForm) => JSON.stringify(toRequest(sorted(one), { from: 0, to: 0 }));
  if (rest(form) !== rest(own)) return "changed";
  const shown = askedPeriod(own, Date.parse(query.createdAt), delayHours);
  // The delay may have been set anew since.
  const margin = form.from === null || form.to === null ? HOUR_MS : 0;
  const then = askedPeriod(form, Date.parse(query.createdAt), delayHours);
  const isFar = (a: number, b: number) => Math.abs(a - b) > margin;
  if (isFar(then.from, shown.from) || isFar(then.to, shown.to)) return "changed";
  return askedPeriod(form, now, delayHours).to > shown.to + margin ? "moved" : "same";
}

const sorted = (form: QueryForm): QueryForm => ({
  ...form,
  areas: form.areas.toSorted(),
  indices: form.indices?.toSorted() ?? null,
  devices: form.devices.toSorted(),
  include: form.include?.toSorted() ?? null,
  exclude: form.exclude?.toSorted() ?? null,
});

const FIELDS: Record<string, FormField> = {
  from: "from",
  to: "to",
  controlAreaPathNames: "areas",
  indexNames: "indices",
  devices: "devices",
  jobId: "job",
};

/** The form field of a request's member, such as `filters.devices`; null where there is none. */
export function fieldOf(member: string): FormField | null {
  if (member.startsWith("selectColumns")) return "columns";
  return FIELDS[/^filters\.(\w+)/.exec(member)?.[1] ?? ""] ?? null;
}

/** The first fault of each field of a request. */
export function faultsOf(request: QueryRequest): Partial<Record<FormField, string>> {
  const faults: Partial<Record<FormField, string>> = {};
  for (const { member, message } of checkQueryRequest(request)) {
    const field = fieldOf(member);
    if (field) faults[field] ??= `${message}.`;
  }
  return faults;
}

/**
 * Estimates how many rows of type indices may come: for each area a value per hour, or per day for daily indices.
 * @param areas areas with readings of their own
 * @param period epoch milliseconds
 */
export function rowsAtMost(
  areas: number,
  indices: readonly IndexName[] | null,
  period: { from: number; to: number },
): number {
  const hours = Math.max(0, (period.to - period.from) / HOUR_MS) + 1;
  const daily = (indices ?? INDICES).filter((index) => INDEX_FACTS[index].daily).length;
  const hourly = (indices ?? INDICES).length - daily;
  return areas * (hourly * hours + daily * Math.ceil(hours / 24));
}
