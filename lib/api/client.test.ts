import { afterEach, expect, test, vi } from "vitest";
import { listAlerts, readAlert } from "@/lib/alerts/contract";
import { ApiError, callAddress, callEndpoint, callKey } from "./client";

afterEach(() => vi.unstubAllGlobals());

const answering = (answer: () => Promise<Response>) => vi.stubGlobal("fetch", vi.fn(answer));

test("an address encodes its parts, repeats lists and leaves out what is not given", () => {
  expect(callAddress(readAlert, { params: { alertId: "a/b" }, query: { tenant: "T" } })).toBe(
    "/api/v1/alerts/a%2Fb?tenant=T",
  );
  expect(callAddress(listAlerts, { query: { severity: ["LOW", "HIGH"], text: undefined } })).toBe(
    "/api/v1/alerts?severity=LOW&severity=HIGH",
  );
});

test("a key holds the pattern of the path first, so that events find it", () => {
  expect(callKey(readAlert, { params: { alertId: "x" } })[0]).toBe("/api/v1/alerts/{alertId}");
});

test("a problem document becomes its sentence", async () => {
  answering(async () =>
    Response.json({ detail: "No tenancy has it.", parameter: "tenant" }, { status: 400 }),
  );
  await expect(callEndpoint(listAlerts)).rejects.toMatchObject({
    status: 400,
    message: "No tenancy has it.",
    parameter: "tenant",
  });
});

test("an answer that is no problem document still has a sentence", async () => {
  answering(async () => new Response("<html>", { status: 502 }));
  await expect(callEndpoint(listAlerts)).rejects.toMatchObject({
    status: 502,
    message: "The server answered 502.",
  });
});

test("no answer at all is told apart", async () => {
  answering(() => Promise.reject(new TypeError("fetch failed")));
  const error = await callEndpoint(listAlerts).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 0 });
});
