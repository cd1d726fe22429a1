import { expect, test } from "vitest";
import { z } from "zod";
import { withBoundedQuery } from "./request-rules";
import { parseInput, queryObject } from "./parse";
import { repeatable } from "./query-schemas";

const schema = z.strictObject({ area: z.string(), index: repeatable(z.string()).optional() });
const toFault = (url: string) => {
  try {
    parseInput(schema, queryObject(new URL(withBoundedQuery(url), "http://here.invalid").searchParams));
  } catch (error) {
    return (error as { parameter?: string }).parameter;
  }
};
const repeated = (name: string, count: number) =>
  Array.from({ length: count }, (_, n) => `&${name}=${n}`).join("");

test("a query of as many parameters as a call may take is left as it is", () => {
  const url = `/api/v1/measurements/series?area=A${repeated("device", 500)}${repeated("column", 50)}`;
  expect(withBoundedQuery(url)).toBe(url);
});

test("a longer one is cut, and still refused by the name of what is too much", () => {
  const url = `/api/v1/series?area=A${repeated("index", 1_500)}`;
  expect(withBoundedQuery(url).length).toBeLessThan(1_000);
  expect(toFault(url)).toBe("index");
});

test("a longer one is refused where what is left of it would do", () => {
  expect(toFault(`/api/v1/series?area=A${repeated("index", 40)}${"&".repeat(1_000)}`)).toBe("and-more");
});
