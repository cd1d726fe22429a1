import { expect, test } from "vitest";
import { z } from "zod";
import { AppError } from "@/lib/base/core/errors";
import { faultAt, withoutName } from "./action-result";
import { parseInput } from "./parse";

const form = z.strictObject({
  settings: z.strictObject({ days: z.int("has to be a whole number of days") }),
});

test("drops the field's name from a fault beside the field", () => {
  const refused = () => parseInput(form, { settings: { days: 1.5 } });
  const problem = { message: "settings.days: has to be a whole number of days", parameter: "settings.days" };
  expect(refused).toThrow(expect.objectContaining(problem));
  expect(refused).toThrow(AppError);
  expect(withoutName(problem)).toEqual({
    message: "Has to be a whole number of days.",
    parameter: "settings.days",
  });
});

test("keeps a message that names its field within the sentence", () => {
  const whole = { message: "colour is not known here.", parameter: "colour" };
  expect(withoutName(whole)).toEqual(whole);
  expect(withoutName({ message: "Your session has ended. Sign in again." }).message).toBe(
    "Your session has ended. Sign in again.",
  );
});

test("reports every wrong field of a form at once", () => {
  const days = z.int("has to be a whole number of days").min(7, "has to be 7 days or more");
  const refused = () =>
    parseInput(z.strictObject({ audit: days, bodies: days, kept: days }), {
      audit: 1.5,
      bodies: 3,
      kept: 30,
    });
  const fault = withoutName(thrownBy(refused));
  expect(faultAt(fault, "audit")).toBe("Has to be a whole number of days.");
  expect(faultAt(fault, "bodies")).toBe("Has to be 7 days or more.");
  expect(faultAt(fault, "kept")).toBeUndefined();
  expect(faultAt(null, "audit")).toBeUndefined();
});

function thrownBy(work: () => unknown): AppError {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return error;
  }
  throw new Error("nothing was refused");
}
