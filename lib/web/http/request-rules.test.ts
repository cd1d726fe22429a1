import { expect, test } from "vitest";
import { z } from "zod";
import { parseInput, queryObject } from "./parse";
import { repeatable } from "./query-schemas";
import { isForPages, patternFinder, withBoundedQuery } from "./request-rules";

const request = (method: string, headers: Record<string, string> = {}) => ({
  method,
  headers: new Headers(headers),
});

test.each([
  ["a look", request("GET")],
  ["a look at what stands there", request("HEAD", { accept: "*/*" })],
  ["an action of a page", request("POST", { accept: "text/x-component", "next-action": "7f00" })],
  ["what a page's script sends", request("POST", { accept: "*/*", "sec-fetch-site": "same-origin" })],
  ["a form that is sent before the page's script is there", request("POST", { origin: "https://a.example" })],
])("%s is taken by pages", (_, one) => expect(isForPages(one)).toBe(true));

test.each([
  ["a notification", request("POST", { accept: "*/*", "content-type": "application/json" })],
  ["one of a program that says how it fetches", request("POST", { "sec-fetch-mode": "cors" })],
  ["what says nothing of itself", request("POST")],
  ["a file", request("PUT", { accept: "application/json" })],
])("%s with the wrong address is not", (_, one) => expect(isForPages(one)).toBe(false));

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

test("keeps a query with as many parameters as a call may take", () => {
  const url = `/api/v1/measurements/series?area=A${repeated("device", 500)}${repeated("column", 50)}`;
  expect(withBoundedQuery(url)).toBe(url);
});

test("cuts a longer query, which is still rejected by the name of a parameter", () => {
  const url = `/api/v1/series?area=A${repeated("index", 1_500)}`;
  expect(withBoundedQuery(url).length).toBeLessThan(1_000);
  expect(toFault(url)).toBe("index");
});

test("rejects a cut query whose rest would be valid", () => {
  expect(toFault(`/api/v1/series?area=A${repeated("index", 40)}${"&".repeat(1_000)}`)).toBe("and-more");
});

const patternOf = patternFinder(
  [
    { page: "/", regex: "^/(?:/)?$" },
    { page: "/wall", regex: "^/wall(?:/)?$" },
  ],
  [
    { page: "/alerts/[id]", regex: "^/alerts/([^/]+?)(?:/)?$" },
    { page: "/[...rest]", regex: "^/(.+?)(?:/)?$" },
  ],
);

test.each([
  ["/", "/"],
  ["/wall", "/wall"],
  ["/wall/", "/wall"],
  ["/alerts/01J8Z0", "/alerts/[id]"],
  ["/invitation/very-secret", "/[...rest]"],
  ["/_next/static/chunks/a.js", "/_next"],
])("%s is %s", (path, pattern) => {
  expect(patternOf(path)).toBe(pattern);
});

test("maps every path to 'other' without routes", () => {
  expect(patternFinder([], [])("/invitation/very-secret")).toBe("other");
});
