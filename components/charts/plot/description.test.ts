import { expect, it } from "vitest";
import { ENGLISH } from "@/lib/base/words/english.test-support";
import { describePlot } from "./description";

const HOUR = 3_600_000;

it("places the nights in view, cut at its edges, and the part not published yet", () => {
  const described = describePlot(ENGLISH, {
    ...{ index: "HEALTH", rows: [], window: { from: 0, to: 10 * HOUR }, pendingFrom: 9 * HOUR, band: null },
    // Ten pixels an hour.
    ...{ width: 148, height: 116, scale: { domain: [0, 20], ticks: [] } },
    nights: [-1, 2, 20].map((hour) => ({ from: hour * HOUR, to: (hour + 2) * HOUR })),
  });
  expect(described.nights.map(({ width }) => width)).toEqual([10, 20]);
  expect(described.pending?.width).toBe(10);
});
