import { expect, test } from "vitest";
import { isForPages } from "./request-rules";

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
