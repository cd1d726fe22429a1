import { describe, expect, it } from "vitest";
import { checkQueryRequest } from "@/lib/service/request-rules";
import type { QueryForm } from "./contract";
import {
  askedPeriod,
  compareForm,
  EMPTY_FORM as EMPTY,
  faultsOf,
  fieldOf,
  formOf,
  rowsAtMost,
  toRequest,
} from "./form";

const NOW = Date.parse("2026-10-14T12:42:00Z");
const PERIOD = { from: Date.parse("2026-10-06T22:00:00Z"), to: Date.parse("2026-10-14T11:00:00Z") };
describe("the period of the form", () => {
  it("ends with the newest available hour", () => {
    const { from, to } = askedPeriod({ last: "24h", from: null, to: null }, NOW, 1);
    expect(new Date(to).toISOString()).toBe("2026-10-14T11:00:00.000Z");
    expect(to - from).toBe(24 * 3_600_000);
  });

  it("uses the chosen ends", () => {
    expect(askedPeriod({ last: "1y", ...PERIOD }, NOW, 1)).toEqual(PERIOD);
  });
});

describe("the request of the form", () => {
  it("omits filters that select everything", () => {
    expect(toRequest(EMPTY, PERIOD)).toEqual({
      type: "indices",
      filters: { from: "2026-10-06T22:00:00Z", to: "2026-10-14T11:00:00Z" },
    });
  });

  it("has no member of the other type", () => {
    const form = {
      ...EMPTY,
      indices: ["HEALTH" as const],
      devices: ["PS-1"],
      light: "day" as const,
      filled: false,
    };
    expect(toRequest(form, PERIOD).filters).toMatchObject({ indexNames: ["HEALTH"], includeFilled: false });
    expect(checkQueryRequest(toRequest(form, PERIOD))).toEqual([]);
    const measured = toRequest({ ...form, type: "chf" }, PERIOD);
    expect(measured.filters).toMatchObject({ devices: ["PS-1"], isDaytime: true });
    expect(checkQueryRequest(measured)).toEqual([]);
  });

  it("round-trips through the form of its query", () => {
    const form: QueryForm = {
      ...EMPTY,
      ...PERIOD,
      areas: ["Westland#Zone, B"],
      indices: ["DLI", "PEI"],
      job: "JOB_1",
      filled: false,
      include: ["timestamp", "controlAreaPathName", "indexName", "indexValue"],
    };
    const request = toRequest(form, PERIOD);
    const query = {
      type: request.type,
      filters: {},
      asked: request.filters,
      selectColumns: request.selectColumns,
    };
    expect(formOf(query)).toEqual(form);
  });

  it("falls back to the sent period where an end was left open", () => {
    const sent = { from: "2026-10-12T12:00:00Z", to: "2026-10-14T11:00:00Z" };
    const form = formOf({ type: "chf", filters: sent, asked: { isDaytime: false } });
    expect(form).toMatchObject({ from: Date.parse(sent.from), to: Date.parse(sent.to), light: "night" });
  });
});

describe("faults by field", () => {
  it("belong to from when it is after to", () => {
    const request = toRequest(EMPTY, { from: PERIOD.to, to: PERIOD.from });
    expect(faultsOf(request)).toEqual({ from: "from is after to." });
  });

  it("belong to the indices when none is chosen", () => {
    expect(Object.keys(faultsOf(toRequest({ ...EMPTY, indices: [] }, PERIOD)))).toEqual(["indices"]);
  });

  it("belong to the columns when none is chosen", () => {
    const faults = faultsOf(toRequest({ ...EMPTY, exclude: [] }, PERIOD));
    expect(faults.columns).toBe("Name at least one column.");
  });

  it("map a member of the server's answer to its field", () => {
    expect(fieldOf("filters.jobId")).toBe("job");
    expect(fieldOf("filters.indexNames[2]")).toBe("indices");
    expect(fieldOf("selectColumns.include")).toBe("columns");
    expect(fieldOf("tenant")).toBeNull();
  });
});

it("estimates one value per area, index and hour, or per day for daily indices", () => {
  const day = { from: Date.parse("2026-10-06T00:00:00Z"), to: Date.parse("2026-10-06T23:00:00Z") };
  expect(rowsAtMost(10, ["HEALTH"], day)).toBe(240);
  expect(rowsAtMost(10, ["HEALTH", "DLI"], day)).toBe(250);
  expect(rowsAtMost(0, null, day)).toBe(0);
});

describe("the form beside a result", () => {
  const HOUR = 3_600_000;
  const resultOf = (form: QueryForm, delayHours = 1) => {
    const { type, filters = {}, selectColumns = null } = toRequest(form, askedPeriod(form, NOW, delayHours));
    return { type, filters, asked: filters, selectColumns, createdAt: new Date(NOW + 1_000).toISOString() };
  };
  const rolling: QueryForm = { ...EMPTY, last: "14d", areas: ["A#2", "A#1"], indices: ["HEALTH"] };

  it("is the same with dates, in any order of areas, and with a rolling period until newer data comes", () => {
    const result = resultOf(rolling);
    const later = NOW + 30 * 24 * HOUR;
    expect(compareForm(rolling, result, NOW, 1)).toBe("same");
    expect(compareForm({ ...rolling, areas: ["A#1", "A#2"] }, result, NOW + HOUR, 1)).toBe("same");
    expect(compareForm(rolling, result, NOW + 3 * HOUR, 1)).toBe("moved");
    expect(compareForm(formOf(result), result, later, 1)).toBe("same");
  });

  it.each<[string, Partial<QueryForm>]>([
    ["another rolling period", { last: "7d" }],
    ["other dates", { from: NOW - 9 * HOUR, to: NOW - 3 * HOUR }],
    ["another area", { areas: ["A#1"] }],
    ["all indices", { indices: null }],
    ["other columns", { include: ["indexValue"] }],
    ["measured values alone", { filled: false }],
    ["the other type", { type: "chf" }],
  ])("has changed with %s", (_, change) => {
    expect(compareForm({ ...rolling, ...change }, resultOf(rolling), NOW, 1)).toBe("changed");
  });

  it("does not count what the type ignores as a change", () => {
    const change: Partial<QueryForm> = { devices: ["PS-1"], light: "day" };
    expect(compareForm({ ...rolling, ...change }, resultOf(rolling), NOW, 1)).toBe("same");
  });
});
