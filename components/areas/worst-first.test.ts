import { expect, test } from "vitest";
import type { AreaState } from "@/lib/display/freshness/judge";
import { worstFirst } from "./worst-first";

const area = (name: string, state: AreaState) => ({ name, state });

test("areas in trouble come first, then those that say nothing, and equal ones keep their order", () => {
  const areas = [
    area("Bench 1", "healthy"),
    area("Bench 2", "no-data"),
    area("Bench 3", "low"),
    area("Bench 4", "high"),
    area("Bench 5", "healthy"),
    area("Bench 6", "high"),
  ];
  const names = worstFirst(areas, ({ state }) => state).map(({ name }) => name);
  expect(names).toEqual(["Bench 4", "Bench 6", "Bench 3", "Bench 2", "Bench 1", "Bench 5"]);
});
