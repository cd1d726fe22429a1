import { describe, expect, test } from "vitest";
import { checkStorable, columnsToSend } from "./selection";

describe("what a choice of columns lacks", () => {
  test("nothing, without a choice and with all that is needed", () => {
    expect(checkStorable("indices", undefined)).toEqual([]);
    expect(
      checkStorable("indices", { include: ["timestamp", "controlAreaPathName", "indexName", "indexValue"] }),
    ).toEqual([]);
    expect(checkStorable("indices", { exclude: ["timestamp", "jobId"] })).toEqual([]);
    expect(checkStorable("chf", { include: ["timestampIso", "deviceId"] })).toEqual([]);
  });

  test("is named with its member", () => {
    expect(checkStorable("indices", { include: ["indexName", "indexValue"] })).toEqual([
      {
        member: "selectColumns.include",
        message:
          "The store needs timestamp or timestampIso, controlAreaPathName: without it no row of the result can be kept",
      },
    ]);
    expect(checkStorable("indices", { exclude: ["timestamp", "timestampIso"] })[0]?.member).toBe(
      "selectColumns.exclude",
    );
    expect(checkStorable("chf", { exclude: ["deviceId"] })).toHaveLength(1);
  });
});

test("the job is always asked for, so that no value is stored twice", () => {
  const include = ["timestampIso", "controlAreaPathName", "indexName", "indexValue"];
  expect(columnsToSend("indices", { include })?.include).toContain("jobId");
  expect(columnsToSend("indices", { exclude: ["jobId", "timestamp"] })).toEqual({ exclude: ["timestamp"] });
  expect(columnsToSend("chf", { include: ["timestamp", "deviceId", "f0"] })?.include).toEqual(
    expect.arrayContaining(["measurementId", "controlAreaPathName", "jobId"]),
  );
  expect(columnsToSend("indices", undefined)).toBeUndefined();
});
