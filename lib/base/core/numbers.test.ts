import { describe, expect, test } from "vitest";
import {
  formatBytes,
  formatCount,
  formatIndexValue,
  formatShare,
  formatSigned,
  formatValue,
} from "./numbers";

describe("values", () => {
  test.each([
    [78.4, "78.4"],
    [78, "78.0"],
    [-3.25, "−3.3"],
    [-0.04, "0.0"],
    [0, "0.0"],
  ])("%d reads %s", (value, text) => {
    expect(formatValue(value)).toBe(text);
  });

  test("a change carries its sign, nothing does not", () => {
    expect(formatSigned(2.1)).toBe("+2.1");
    expect(formatSigned(-2.1)).toBe("−2.1");
    expect(formatSigned(0.01)).toBe("0.0");
  });

  test("only Alpha and the energy balance are signed", () => {
    expect(formatIndexValue(4.2, "ALPHA")).toBe("+4.2");
    expect(formatIndexValue(4.2, "PEI")).toBe("+4.2");
    expect(formatIndexValue(78.4, "HEALTH")).toBe("78.4");
  });

  test("what is none of the eight has the decimals that it needs, at most three", () => {
    const format = (value: number) => formatIndexValue(value, "fv_fm");
    expect([0.8123, 0.8, 21.5, 70, 512.25, -0.0512, 0].map(format)).toEqual([
      "0.812",
      "0.8",
      "21.5",
      "70",
      "512.3",
      "−0.051",
      "0",
    ]);
  });
});

test("counts, shares and sizes", () => {
  expect([7, 999, 1000, 61400, 1234567].map(formatCount)).toEqual([
    "7",
    "999",
    "1,000",
    "61,400",
    "1,234,567",
  ]);
  expect([0, 0.001, 0.12, 0.999, 1].map(formatShare)).toEqual([
    "0 %",
    "under 1 %",
    "12 %",
    "over 99 %",
    "100 %",
  ]);
  expect([812, 4_200, 999_990, 1_100_000].map(formatBytes)).toEqual(["812 B", "4.2 kB", "1.0 MB", "1.1 MB"]);
});
