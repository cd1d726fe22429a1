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
 */
export function actWords(done: DoneAct, changed: number, asked: number, reader: Reader): string {
  if (changed === 0) return NOTHING[done.act];
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

const NOTHING: Record<DoneAct["act"], string> = {
  acknowledged: "Somebody had it already",
  assigned: "It was theirs already",
  released: "Nobody had it",
  unsnoozed: "It was not snoozed",
  snoozed: "Nothing was snoozed: somebody has it, or it is closed",
};

function counted(changed: number, asked: number): string {
  if (asked === 1) return "the alert";
  return changed === asked ? `${changed} alerts` : `${changed} of ${asked} alerts`;
}
