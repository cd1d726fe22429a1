import { expect, test } from "vitest";
import { INDICES, indexHelp, lackWords } from "./indices";

test("help says which plans bring an index, as the interface does", () => {
  const everywhere = INDICES.filter((index) => indexHelp(index).endsWith("In every plan."));
  expect(everywhere).toEqual(["HEALTH", "EFFICIENCY"]);
  for (const index of INDICES)
    expect(indexHelp(index)).toMatch(/^[A-Z0-9].*\. In (every plan|selected plans)\.$/);
  expect(indexHelp("LEAF_TEMP")).toBe("");
});

test("where a value is lacking, only what selected plans bring is explained by the plan", () => {
  expect(INDICES.filter((index) => lackWords(index) === "")).toEqual(["HEALTH", "EFFICIENCY"]);
  expect(lackWords("DLI")).toBe(" Only selected plans include it.");
  expect(lackWords("LEAF_TEMP")).toBe("");
});
