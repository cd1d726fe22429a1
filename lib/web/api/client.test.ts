import { afterEach, expect, test, vi } from "vitest";
import { listAlerts, readAlert } from "@/lib/alerting/alerts/contract";
import { ApiError, callAddress, callEndpoint, callKey, isHeldBack } from "./client";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const answering = (answer: () => Promise<Response>) => vi.stubGlobal("fetch", vi.fn(answer));

test("encodes parts of an address, repeats lists and leaves out undefined values", () => {
  expect(callAddress(readAlert, { params: { alertId: "a/b" }, query: { tenant: "T" } })).toBe(
    "/api/v1/alerts/a%2Fb?tenant=T",
  );
  expect(callAddress(listAlerts, { query: { severity: ["LOW", "HIGH"], text: undefined } })).toBe(
    "/api/v1/alerts?severity=LOW&severity=HIGH",
  );
});

test("begins a cache key with the path pattern, by which events find it", () => {
  expect(callKey(readAlert, { params: { alertId: "x" } })[0]).toBe("/api/v1/alerts/{alertId}");
});

test("throws the sentence of a problem document", async () => {
  answering(async () =>
    Response.json({ detail: "No tenancy has it.", parameter: "tenant" }, { status: 400 }),
  );
  await expect(callEndpoint(listAlerts)).rejects.toMatchObject({
    status: 400,
    message: "No tenancy has it.",
    parameter: "tenant",
  });
});

test("throws a sentence for an answer that is no problem document", async () => {
  answering(async () => new Response("<html>", { status: 502 }));
  await expect(callEndpoint(listAlerts)).rejects.toMatchObject({
    status: 502,
    message: "The server answered 502.",
  });
});

test("throws status 0 without any answer", async () => {
  answering(() => Promise.reject(new TypeError("fetch failed")));
  const error = await callEndpoint(listAlerts).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 0 });
  expect(isHeldBack(error)).toBe(false);
});

/** A request that hangs until it is aborted. */
const heldBack = (signal: AbortSignal | null | undefined) =>
  new Promise<never>((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));

test("gives up after 20 s, whether headers or body are held back", async () => {
  vi.useFakeTimers();
  const ways = [
    (init?: RequestInit) => heldBack(init?.signal),
    async (init?: RequestInit) =>
      new Response(
        new ReadableStream({ start: (body) => void heldBack(init?.signal).catch((e) => body.error(e)) }),
      ),
  ];
  for (const way of ways) {
    vi.stubGlobal("fetch", (_: string, init?: RequestInit) => way(init));
    const outcome = callEndpoint(listAlerts).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(20_000);
    const error = await outcome;
    expect(error).toMatchObject({ name: "ApiError", status: 0 });
    expect(isHeldBack(error)).toBe(true);
  }
});

test("does not count an aborted read as unanswered", async () => {
  vi.stubGlobal("fetch", (_: string, init?: RequestInit) => heldBack(init?.signal));
  const left = new AbortController();
  const outcome = callEndpoint(listAlerts, { signal: left.signal }).catch((error: unknown) => error);
  left.abort();
  expect(await outcome).not.toBeInstanceOf(ApiError);
});
