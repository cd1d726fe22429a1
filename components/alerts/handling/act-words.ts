import { siteTime } from "@/lib/base/core/time";

/** An act that went through, for its toast. */
export type DoneAct =
  | { act: "acknowledged" | "handed-over"; owner: string }
  | { act: "given-back" | "woken" }
  | { act: "snoozed"; until: Date | null };

type Reader = { me: string; now: Date; zone: string };

/**
 * What one's own act came to: "You have 2 of 3 alerts".
 * @param changed how many of the `asked` ones it changed
 */
export function actWords(done: DoneAct, changed: number, asked: number, reader: Reader): string {
  if (changed === 0) return NOTHING[done.act];
  const which = counted(changed, asked);
  switch (done.act) {
    case "acknowledged":
      return `${done.owner === reader.me ? "You have" : `${done.owner} has`} ${which}`;
    case "handed-over":
      return `Gave ${which} to ${done.owner === reader.me ? "you" : done.owner}`;
    case "given-back":
      return `Gave back ${which}: nobody has ${changed === 1 ? "it" : "them"} now`;
    case "woken":
      return `Woke ${which}: back in To acknowledge`;
    case "snoozed":
      if (done.until !== null)
        return `Snoozed ${which} until ${siteTime(done.until, reader.zone, reader.now)}`;
      return `Snoozed ${which} until ${changed === 1 ? "it gets" : "they get"} worse`;
  }
}

const NOTHING: Record<DoneAct["act"], string> = {
  acknowledged: "Somebody had it already",
  "handed-over": "It was theirs already",
  "given-back": "Nobody had it",
  woken: "It was not snoozed",
  snoozed: "Nothing was snoozed: somebody has it, or it is closed",
};

function counted(changed: number, asked: number): string {
  if (asked === 1) return "the alert";
  return changed === asked ? `${changed} alerts` : `${changed} of ${asked} alerts`;
}
