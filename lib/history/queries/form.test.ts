import { describe, expect, it } from "vitest";
import { checkQueryRequest } from "@/lib/service/request-rules";
import { askedPeriod, faultsOf, fieldOf, formOf, type QueryForm, requestOf, rowsAtMost } from "./form";

const NOW = Date.parse("2026-10-14T12:42:00Z");
const PERIOD = { from: Date.parse("2026-10-06T22:00:00Z"), to: Date.parse("2026-10-14T11:00:00Z") };
const EMPTY: QueryForm = {
  type: "indices",
  last: "7d",
  from: null,
  to: null,
  areas: [],
  indices: null,
  devices: [],
  light: "any",
  job: "",
  filled: true,
  include: null,
  exclude: null,
};

describe("the period of the form", () => {
  it("ends with the newest whole hour that the service has", () => {
    const { from, to } = askedPeriod({ last: "24h", from: null, to: null }, NOW, 1);
    expect(new Date(to).toISOString()).toBe("2026-10-14T11:00:00.000Z");
    expect(to - from).toBe(24 * 3_600_000);
  });

  it("is what was chosen, where something was", () => {
    expect(askedPeriod({ last: "1y", ...PERIOD }, NOW, 1)).toEqual(PERIOD);
  });
});

describe("the request of the form", () => {
  it("leaves out what filters nothing", () => {
    expect(requestOf(EMPTY, PERIOD)).toEqual({
      type: "indices",
      filters: { from: "2026-10-06T22:00:00Z", to: "2026-10-14T11:00:00Z" },
    });
  });

  it("never carries a member of the other type", () => {
    const form = {
      ...EMPTY,
      indices: ["HEALTH" as const],
      devices: ["PS-1"],
      light: "day" as const,
      filled: false,
    };
    expect(requestOf(form, PERIOD).filters).toMatchObject({ indexNames: ["HEALTH"], includeFilled: false });
    expect(checkQueryRequest(requestOf(form, PERIOD))).toEqual([]);
    const measured = requestOf({ ...form, type: "chf" }, PERIOD);
    expect(measured.filters).toMatchObject({ devices: ["PS-1"], isDaytime: true });
    expect(checkQueryRequest(measured)).toEqual([]);
  });

  it("is asked again by the form of the query that it made", () => {
    const form: QueryForm = {
      ...EMPTY,
      ...PERIOD,
      areas: ["Westland#Zone, B"],
      indices: ["DLI", "PEI"],
      job: "JOB_1",
      filled: false,
      include: ["timestamp", "controlAreaPathName", "indexName", "indexValue"],
    };
    const request = requestOf(form, PERIOD);
    const query = {
      type: request.type,
      filters: {},
      asked: request.filters,
      selectColumns: request.selectColumns,
    };
    expect(formOf(query)).toEqual(form);
  });

  it("falls back to what was sent where an end was left open", () => {
    const sent = { from: "2026-10-12T12:00:00Z", to: "2026-10-14T11:00:00Z" };
    const form = formOf({ type: "chf", filters: sent, asked: { isDaytime: false } });
    expect(form).toMatchObject({ from: Date.parse(sent.from), to: Date.parse(sent.to), light: "night" });
  });
});

describe("faults by field", () => {
  it("stand at from when it is after to", () => {
    const request = requestOf(EMPTY, { from: PERIOD.to, to: PERIOD.from });
    expect(faultsOf(request)).toEqual({ from: "from is after to." });
  });

  it("stand at the indices when none is left", () => {
    expect(Object.keys(faultsOf(requestOf({ ...EMPTY, indices: [] }, PERIOD)))).toEqual(["indices"]);
  });

  it("stand at the columns when none is named", () => {
    const faults = faultsOf(requestOf({ ...EMPTY, exclude: [] }, PERIOD));
    expect(faults.columns).toBe("Name at least one column.");
  });

  it("find the field of a member that the server names", () => {
    expect(fieldOf("filters.jobId")).toBe("job");
    expect(fieldOf("filters.indexNames[2]")).toBe("indices");
    expect(fieldOf("selectColumns.include")).toBe("columns");
    expect(fieldOf("tenant")).toBeNull();
  });
});

it("counts an hourly value for each area and index, and a daily one for daily indices", () => {
  const day = { from: Date.parse("2026-10-06T00:00:00Z"), to: Date.parse("2026-10-06T23:00:00Z") };
  expect(rowsAtMost(10, ["HEALTH"], day)).toBe(240);
  expect(rowsAtMost(10, ["HEALTH", "DLI"], day)).toBe(250);
  expect(rowsAtMost(0, null, day)).toBe(0);
});
