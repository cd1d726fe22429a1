import { expect, it } from "vitest";
import { countAccepted } from "../../../bench/lib/forgeries";

it("rejects a request that was changed after it was signed", () => {
  expect(countAccepted(20_000, 20_261_121)).toBe(0);
});
