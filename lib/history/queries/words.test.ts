import { describe, expect, it } from "vitest";
import { ENGLISH } from "@/lib/base/words/english.test-support";
import type { Query, QueryForm } from "./contract";
import { chosenColumns } from "./row-cells";
import {
  areaWords,
  formTitle,
  mayHelpAgain,
  nextAfter,
  noRowWords,
  otherCountWords,
  outcomeWords,
  periodWords,
  querySteps,
  queryTitle,
  secondWords,
  unrequestedWords,
  utcBeside,
} from "./words";

const ZONE = "Europe/Amsterdam";
const NOW = new Date("2026-10-14T12:42:00Z");
const words = (from: string, to: string) => periodWords(ENGLISH, new Date(from), new Date(to), ZONE, NOW);

describe("a period in the site's days", () => {
  it("formats a day, days of one month, days of two months", () => {
    expect(words("2026-10-12T22:00:00Z", "2026-10-13T11:00:00Z")).toBe("13 Oct");
    expect(words("2026-10-06T22:00:00Z", "2026-10-13T11:00:00Z")).toBe("7 to 13 Oct");
    expect(words("2026-09-29T22:00:00Z", "2026-10-07T11:00:00Z")).toBe("30 Sep to 7 Oct");
  });

  it("excludes the day that starts at its end", () => {
    expect(words("2026-10-06T22:00:00Z", "2026-10-13T22:00:00Z")).toBe("7 to 13 Oct");
  });

  it("shows the year unless it is the current one", () => {
    expect(words("2025-12-19T23:00:00Z", "2026-01-03T11:00:00Z")).toBe("20 Dec 2025 to 3 Jan");
    expect(words("2025-09-01T10:00:00Z", "2025-09-30T11:00:00Z")).toBe("1 to 30 Sep 2025");
  });
});

it("titles a query with type, areas and period", () => {
  const filters = { from: "2026-10-06T22:00:00Z", to: "2026-10-13T11:00:00Z" };
  expect(queryTitle(ENGLISH, { type: "indices", filters }, ZONE, NOW)).toBe(
    "Indices, all areas, 7 to 13 Oct",
  );
  const placed = { ...filters, controlAreaPathNames: ["Westland#Glasshouse 2#Zone B"] };
  expect(queryTitle(ENGLISH, { type: "chf", filters: placed }, ZONE, NOW)).toBe(
    "Fluorescence, Glasshouse 2 › Zone B, 7 to 13 Oct",
  );
  const dark = queryTitle(ENGLISH, { type: "chf", filters: { ...placed, isDaytime: false } }, ZONE, NOW);
  expect(dark).toBe("Fluorescence, Glasshouse 2 › Zone B, 7 to 13 Oct, plant night");
  expect(areaWords(ENGLISH, ["W#A#Bench 1", "W#A#Bench 2"])).toBe("A › Bench 1–2");
  expect(areaWords(ENGLISH, ["W#A#Bench 1", "W#A#Bench 4", "W#A#Bench 3"])).toBe("A, 3 benches");
  expect(areaWords(ENGLISH, ["A#Bench 1", "B#Bench 1"])).toBe("A and B, 2 benches");
});

it("adds the day to a UTC time on another day", () => {
  expect(utcBeside(new Date("2026-10-13T22:00:00Z"), ZONE)).toBe("13 Oct 22:00");
  expect(utcBeside(new Date("2026-10-14T07:00:00Z"), ZONE)).toBe("07:00");
});

it("formats seconds, also in the repeated hour", () => {
  expect(secondWords(ENGLISH, new Date("2026-10-14T12:36:02Z"), ZONE)).toBe("14:36:02");
  expect(secondWords(ENGLISH, new Date("2026-10-25T01:36:02Z"), ZONE)).toBe("02:36:02 (second)");
});

describe("the steps of a query", () => {
  const query = {
    status: "downloading",
    createdAt: "2026-10-14T12:36:02.000Z",
    submittedAt: "2026-10-14T12:36:03.000Z",
    runningAt: "2026-10-14T12:36:20.000Z",
    downloadingAt: "2026-10-14T12:40:00.000Z",
    finishedAt: null,
  } as Query;

  it("are done, running or waiting, each with its time", () => {
    expect(querySteps(ENGLISH, query, ZONE).map(({ id, state, time }) => [id, state, time])).toEqual([
      ["queued", "done", "14:36:02"],
      ["submitted", "done", "14:36:03"],
      ["running", "done", "3 min"],
      ["downloading", "running", "since 14:40"],
      ["stored", "waiting", null],
    ]);
  });

  it("show that the service never reported running", () => {
    const [, , running] = querySteps(ENGLISH, { ...query, runningAt: null }, ZONE);
    expect(running).toMatchObject({ state: "done", time: "not reported" });
  });
});

it("has advice for every failure, known or not", () => {
  expect(nextAfter(ENGLISH, "unavailable", "indices")).toContain("Run it again");
  expect(nextAfter(ENGLISH, "something-new", "indices")).not.toBe("");
});

it.each([
  ["chf", "data.chf:query"],
  ["indices", "data.indices:query"],
] as const)("names the scope that a client lacks for %s, and does not advise to run again", (type, scope) => {
  const next = nextAfter(ENGLISH, "scope-missing", type);
  expect(next).toContain(scope);
  expect(next).not.toMatch(/run it again/i);
  expect(mayHelpAgain("scope-missing")).toBe(false);
  expect(mayHelpAgain("timeout")).toBe(true);
});

it("shows the chosen columns, and isFilled with the value", () => {
  const all = ["timestamp", "timestampIso", "jobId", "indexValue", "isFilled"];
  expect(chosenColumns(all, { include: ["indexValue", "timestamp"] })).toEqual([
    "timestamp",
    "indexValue",
    "isFilled",
  ]);
  expect(chosenColumns(all, { include: ["jobId"] })).toEqual(["jobId"]);
  expect(chosenColumns(all, { exclude: ["indexValue", "timestampIso"] })).toEqual(["timestamp", "jobId"]);
  expect(chosenColumns(all, null)).toEqual(all);
});

describe("why more or fewer rows are shown than were received", () => {
  it("does not count unrequested rows as missing", () => {
    const query = { stored: 12, unrequested: 4 };
    expect(unrequestedWords(ENGLISH, query)).toMatch(
      /^4 rows received were not requested: .* They are stored/,
    );
    expect(otherCountWords(ENGLISH, query, 8)).toBeNull();
    expect(noRowWords(ENGLISH, { stored: 4, unrequested: 4 })).toMatch(
      /^None of the received rows was requested/,
    );
    expect(unrequestedWords(ENGLISH, { stored: 12, unrequested: 0 })).toBeNull();
  });

  it("names all possible reasons", () => {
    const query = { stored: 12, unrequested: null };
    expect(otherCountWords(ENGLISH, query, 12)).toBeNull();
    expect(otherCountWords(ENGLISH, query, 13)).toBe(
      "All matching stored rows are shown: 1 more than this query returned.",
    );
    expect(otherCountWords(ENGLISH, query, 11)).toMatch(
      /^1 row fewer is shown than was received: repeated values count once/,
    );
    expect(noRowWords(ENGLISH, query)).toBe("No stored row matches this query now.");
  });
});

describe("the title of a form", () => {
  const form: QueryForm = {
    type: "chf",
    last: "30d",
    from: null,
    to: null,
    areas: ["A#Zone 1"],
    indices: null,
    devices: [],
    light: "any",
    job: "",
    filled: true,
    include: null,
    exclude: null,
  };

  it("shows a moving period and a fixed one", () => {
    expect(formTitle(ENGLISH, form, ZONE, NOW)).toBe("Fluorescence, last 30 days, A › Zone 1");
    const fixed = { from: Date.parse("2026-10-06T22:00:00Z"), to: Date.parse("2026-10-13T11:00:00Z") };
    expect(formTitle(ENGLISH, { ...form, ...fixed, areas: [] }, ZONE, NOW)).toBe(
      "Fluorescence, 7 to 13 Oct, all areas",
    );
  });
});

describe("the outcome of a result", () => {
  it("lists counts without zeros", () => {
    expect(outcomeWords(ENGLISH, { added: 1_240, improved: 12, changed: 2, unchanged: 300 })).toBe(
      "1,240 new, 12 measured, replacing interpolated, 2 changed, 300 already stored",
    );
    expect(outcomeWords(ENGLISH, { added: 38, improved: 0, changed: 0, unchanged: 300 })).toBe(
      "38 new, 300 already stored",
    );
  });

  it("says all where there is one kind, and nothing where it was not counted", () => {
    expect(outcomeWords(ENGLISH, { added: 0, improved: 0, changed: 0, unchanged: 300 })).toBe(
      "all already stored",
    );
    expect(outcomeWords(ENGLISH, { added: 1, improved: 0, changed: 0, unchanged: 0 })).toBe("1 new");
    expect(outcomeWords(ENGLISH, { added: 0, improved: 0, changed: 0, unchanged: 0 })).toBeNull();
    expect(outcomeWords(ENGLISH, { added: null, improved: null, changed: null, unchanged: null })).toBeNull();
  });
});
