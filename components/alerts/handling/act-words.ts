import { listed } from "@/lib/base/core/text";
import { siteTime } from "@/lib/base/core/time";

/** An act that succeeded. */
export type DoneAct =
  | { act: "acknowledged" | "assigned"; owner: string }
  | { act: "released" | "unsnoozed" }
  | { act: "snoozed"; until: Date | null };

type Reader = { me: string; now: Date; zone: string };

/**
 * The words of a toast about one's own act: "You have 2 of 3 alerts".
 * @param changed how many of the `asked` alerts it changed
 * @param kept whose each alert stays that the person acknowledged and somebody else has
 */
export function actWords(
  done: DoneAct,
  changed: number,
  asked: number,
  reader: Reader,
  kept: readonly string[] = [],
): string {
  if (changed === 0) return NOTHING[done.act];
  if (kept.length > 0) return keptWords(changed, asked, kept);
  const which = counted(changed, asked);
  switch (done.act) {
    case "acknowledged":
      return `${done.owner === reader.me ? "You have" : `${done.owner} has`} ${which}`;
    case "assigned":
      return `Gave ${which} to ${done.owner === reader.me ? "you" : done.owner}`;
    case "released":
      return `Gave back ${which}: nobody has ${changed === 1 ? "it" : "them"} now`;
    case "unsnoozed":
      return `Woke ${which}: back in To acknowledge`;
    case "snoozed":
      if (done.until !== null)
        return `Snoozed ${which} until ${siteTime(done.until, reader.zone, reader.now)}`;
      return `Snoozed ${which} until ${changed === 1 ? "it gets" : "they get"} worse`;
  }
}

/** "Acknowledged 3 alerts: you have 2, S. Okafor has 1". */
function keptWords(changed: number, asked: number, kept: readonly string[]): string {
  const names = [...new Set(kept)];
  const who = `${listed(names)} ${names.length === 1 ? "has" : "have"}`;
  const all = `Acknowledged ${counted(changed, asked)}`;
  if (kept.length === changed) return `${all}: ${who} ${changed === 1 ? "it" : "them"}`;
  return `${all}: you have ${changed - kept.length}, ${who} ${kept.length}`;
}

const NOTHING: Record<DoneAct["act"], string> = {
  acknowledged: "Somebody had it already",
  assigned: "It was theirs already",
  released: "Nobody had it",
  unsnoozed: "It was not snoozed",
  snoozed: "Nothing was snoozed: somebody has it, or it is closed",
};

/** Where an act on several sites was refused, and why; "" for nowhere. @param refused by the names of the sites */
export function refusedWords(refused: readonly { name: string; reason: string }[]): string {
  const [first, ...others] = refused;
  if (!first) return "";
  const more = others.length === 0 ? "" : `, ${others.map(({ name }) => name).join(", ")}`;
  return `Refused at ${first.name}${more}: ${first.reason}`;
}

function counted(changed: number, asked: number): string {
  if (asked === 1) return "the alert";
  return changed === asked ? `${changed} alerts` : `${changed} of ${asked} alerts`;
}
