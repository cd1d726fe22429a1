import { expect, it } from "vitest";
import { countAccepted } from "../../../bench/lib/forgeries";

it("a request that was changed in any way after it was signed is not accepted", () => {
  expect(countAccepted(20_000, 20_261_121)).toBe(0);
});
