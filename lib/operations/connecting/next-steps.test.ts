import { describe, expect, it } from "vitest";
import { ENGLISH } from "@/lib/base/words/english.test-support";
import { describeNextSteps, type NextSteps } from "./next-steps";

const NOTHING: NextSteps = {
  people: { others: 0, invited: 0 },
  hasHighRule: false,
  high: { people: 0, complete: false },
  screens: 0,
  dismissed: false,
};
const steps = (members: Partial<NextSteps>) => describeNextSteps(ENGLISH, { ...NOTHING, ...members });

describe("the next steps", () => {
  it("are open while nothing is there", () => {
    expect(steps({}).map(({ id, done }) => [id, done])).toEqual([
      ["people", false],
      ["rule", false],
      ["wall", false],
    ]);
  });

  it.each<[string, Partial<NextSteps>, string]>([
    ["people", { people: { others: 1, invited: 0 } }, "1 other person has a role here."],
    [
      "people",
      { people: { others: 3, invited: 1 } },
      "3 others have a role here. 1 has not accepted the invitation yet.",
    ],
    [
      "rule",
      { hasHighRule: true, high: { people: 2, complete: true } },
      "A rule tells everybody with a role here. It reaches 2 people.",
    ],
    ["rule", { hasHighRule: true }, "A rule tells everybody with a role here, but it reaches nobody yet."],
    ["wall", { screens: 1 }, "1 screen shows this site."],
  ])("%s is done with %j", (id, members, summary) => {
    expect(steps(members).find((step) => step.id === id)).toMatchObject({ done: true, summary });
    expect(steps(members).filter(({ done }) => done)).toHaveLength(1);
  });
});
