/** What follows once a tenancy is connected: people, a rule that tells them, a screen. */

import type { HighCoverage } from "@/lib/alerting/notices/contract";
import type { Words } from "@/lib/base/words/words";

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
export function describeNextSteps({ t }: Words, { people, hasHighRule, high, screens }: NextSteps): Step[] {
  return [
    {
      id: "people",
      title: t("admin.connect.next.people"),
      done: people.others > 0,
      summary:
        people.others === 0
          ? t("admin.connect.next.noPeople")
          : people.invited === 0
            ? t("admin.connect.next.others", { others: people.others })
            : t("admin.connect.next.othersInvited", people),
    },
    {
      id: "rule",
      title: t("admin.connect.next.rule"),
      done: hasHighRule,
      summary: !hasHighRule
        ? t("admin.connect.next.noRule")
        : high.people === 0
          ? t("admin.connect.next.ruleReachesNobody")
          : t("admin.connect.next.ruleReaches", { people: high.people }),
    },
    {
      id: "wall",
      title: t("admin.connect.next.wall"),
      done: screens > 0,
      summary:
        screens > 0 ? t("admin.connect.next.screensShow", { screens }) : t("admin.connect.next.noScreens"),
    },
  ];
}
