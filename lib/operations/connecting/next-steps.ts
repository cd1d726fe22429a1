/** What follows once a tenancy is connected: people, a rule that tells them, a screen. */

import type { HighCoverage } from "@/lib/alerting/notices/contract";

/** The state of a connected tenancy's next steps; each is done once something of its kind is there. */
export type NextSteps = {
  /** Others with a role at the tenancy, and how many of them have not accepted their invitation yet. */
  people: { others: number; invited: number };
  /** A team rule tells of HIGH alerts everywhere. */
  hasHighRule: boolean;
  high: HighCoverage;
  /** Screens in use that show the tenancy. */
  screens: number;
  dismissed: boolean;
};

type Step = { id: "people" | "rule" | "wall"; title: string; done: boolean; summary: string };

/** The next steps in order, with what is there or what is missing. */
export function describeNextSteps({ people, hasHighRule, high, screens }: NextSteps): Step[] {
  return [
    {
      id: "people",
      title: "Invite people",
      done: people.others > 0,
      summary:
        people.others > 0
          ? peopleWords(people)
          : "Nobody else has a role here. Growers act on alerts, viewers read.",
    },
    {
      id: "rule",
      title: "Tell the team of HIGH",
      done: hasHighRule,
      summary: hasHighRule ? ruleWords(high) : NO_RULE_WORDS,
    },
    {
      id: "wall",
      title: "Set up a wall screen",
      done: screens > 0,
      summary:
        screens > 0
          ? `${screens === 1 ? "1 screen shows" : `${screens} screens show`} this site.`
          : "A screen in the greenhouse shows alerts without anybody signing in.",
    },
  ];
}

function peopleWords({ others, invited }: NextSteps["people"]): string {
  const waiting =
    invited === 0 ? "" : ` ${invited} of them ${invited === 1 ? "has" : "have"} not accepted yet.`;
  return `${others === 1 ? "1 other person has" : `${others} others have`} a role here.${waiting}`;
}

const NO_RULE_WORDS =
  "One press makes a rule: everybody with a role here is told of HIGH alerts, on their devices and by e-mail, at any time.";

function ruleWords({ people }: HighCoverage): string {
  if (people === 0) return "A rule tells everybody with a role here, but it reaches nobody yet.";
  return `A rule tells everybody with a role here. It reaches ${people === 1 ? "1 person" : `${people} people`}.`;
}
