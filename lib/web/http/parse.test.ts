import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { AppError } from "@/lib/base/core/errors";
import { parseInput, queryObject } from "./parse";
import { instantParameter, limitParameter, repeatable } from "./query-schemas";

const schema = z.strictObject({
  from: instantParameter.optional(),
  limit: limitParameter,
  index: repeatable(z.enum(["HEALTH", "PPFD"])),
});

function toFault(search: string): { parameter: string | undefined; message: string } {
  try {
    parseInput(schema, queryObject(new URLSearchParams(search)));
  } catch (error) {
    if (error instanceof AppError) return { parameter: error.parameter, message: error.message };
    throw error;
  }
  throw new Error("The input was taken");
}

describe("query parameters", () => {
  it("are accepted once or several times where they may repeat", () => {
    const one = parseInput(schema, queryObject(new URLSearchParams("index=HEALTH")));
    const two = parseInput(schema, queryObject(new URLSearchParams("index=HEALTH&index=PPFD&limit=7")));
    expect([one.index, two.index, two.limit]).toEqual([["HEALTH"], ["HEALTH", "PPFD"], 7]);
  });

  it.each([
    ["", "index", "is missing"],
    ["index=LEAF", "index", "not known"],
    ["index=HEALTH&colour=red", "colour", "not known here"],
    ["index=HEALTH&limit=0", "limit", "limit"],
    ["index=HEALTH&limit=5&limit=6", "limit", "limit"],
    ["index=HEALTH&from=yesterday", "from", "from"],
    ["index=HEALTH&from=0000-01-01T00:00:00Z", "from", "before year 1"],
    ["index=HEALTH&__proto__=x", "__proto__", "not known here"],
    ["index=HEALTH%00", "index", "NUL"],
  ])("%j is rejected with the name of the parameter", (search, parameter, words) => {
    const { message, ...fault } = toFault(search);
    expect(fault).toEqual({ parameter });
    expect(message).toContain(words);
    // Not in the words of the library that checks it.
    expect(message).not.toMatch(/Invalid|expected|received|Too (small|big)|Unrecognized/);
  });

  it("are rejected when nested too deeply", () => {
    const endless: Record<string, unknown> = {};
    endless.index = endless;
    const deep = JSON.parse(`{"index":${"[".repeat(100_000)}${"]".repeat(100_000)}}`);
    for (const input of [endless, deep])
      expect(() => parseInput(schema, input)).toThrow(expect.objectContaining({ parameter: "index" }));
  });

  it("fail in no other way, whatever is sent", () => {
    fc.assert(
      fc.property(fc.string(), (search) => {
        try {
          parseInput(schema, queryObject(new URLSearchParams(search)));
        } catch (error) {
          expect(error).toBeInstanceOf(AppError);
        }
      }),
    );
  });
});

it("limits the values of a repeatable parameter", () => {
  const schema = z.strictObject({ index: repeatable(z.string().min(1)) });
  const many = (count: number) => ({ index: Array.from({ length: count }, (_, n) => `I${n}`) });
  expect(parseInput(schema, many(50)).index).toHaveLength(50);
  expect(parseInput(schema, { index: "I0" }).index).toEqual(["I0"]);
  expect(() => parseInput(schema, many(51))).toThrow(
    expect.objectContaining({ parameter: "index", message: "index: may be given 50 times at most" }),
  );
});
