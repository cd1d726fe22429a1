import type { Words } from "@/lib/base/words/words";

/** An act that succeeded. */
export type DoneAct =
  | { act: "acknowledged" | "assigned"; owner: string }
  | { act: "released" | "unsnoozed" }
  | { act: "snoozed"; until: Date | null };

type Reader = { me: string; now: Date; zone: string };

/**
 * The words of a toast about one's own act: "Acknowledged 2 of 3 alerts. They are yours".
 * @param changed how many of the `asked` alerts it changed
 * @param kept whose each alert stays that the person acknowledged and somebody else has
 */
export function actWords(
  words: Words,
  done: DoneAct,
  changed: number,
  asked: number,
  reader: Reader,
  kept: readonly string[] = [],
): string {
  const { t } = words;
  if (changed === 0) return t(NOTHING[done.act]);
  const count = { changed, asked, part: asked === 1 ? "one" : changed === asked ? "all" : "other" } as const;
  if (kept.length > 0) return keptWords(words, count, kept);
  switch (done.act) {
    case "acknowledged":
      return done.owner === reader.me
        ? t("alerts.done.acknowledged", count)
        : t("alerts.done.acknowledgedFor", { ...count, owner: done.owner });
    case "assigned":
      return done.owner === reader.me
        ? t("alerts.done.assignedToYou", count)
        : t("alerts.done.assigned", { ...count, owner: done.owner });
    case "released":
      return t("alerts.done.released", count);
    case "unsnoozed":
      return t("alerts.done.unsnoozed", count);
    case "snoozed":
      return done.until === null
        ? t("alerts.done.snoozedUntilWorse", count)
        : t("alerts.done.snoozed", { ...count, time: words.siteTime(done.until, reader.zone, reader.now) });
  }
}

type Count = { changed: number; asked: number; part: "one" | "all" | "other" };

/** "Acknowledged 3 alerts. 2 are yours, 1 stays assigned to S. Okafor". */
function keptWords({ t, listed }: Words, count: Count, kept: readonly string[]): string {
  const names = listed([...new Set(kept)]);
  return kept.length === count.changed
    ? t("alerts.done.keptAll", { ...count, names })
    : t("alerts.done.kept", { ...count, mine: count.changed - kept.length, theirs: kept.length, names });
}

const NOTHING = {
  acknowledged: "alerts.done.nothingAcknowledged",
  assigned: "alerts.done.nothingAssigned",
  released: "alerts.done.nothingReleased",
  unsnoozed: "alerts.done.nothingWoken",
  snoozed: "alerts.done.nothingSnoozed",
} as const;

/** Where an act on several sites was refused, and why; "" for nowhere. @param refused by the names of the sites */
export function refusedWords({ t }: Words, refused: readonly { name: string; reason: string }[]): string {
  const [first] = refused;
  if (!first) return "";
  return t("alerts.done.refused", {
    sites: refused.map(({ name }) => name).join(", "),
    reason: first.reason,
  });
}
