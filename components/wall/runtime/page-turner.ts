import { MINUTE_MS } from "@/lib/base/core/time";
import type { Board } from "@/lib/display/screens/boards";
import type { WallSnapshot } from "@/lib/display/wall/contract";
import type { Page } from "@/lib/display/wall/pages";
import type { ShownTakeover } from "@/lib/display/wall/turning";
import { nextTurn, type Turn } from "@/lib/display/wall/turning";
import type { Contact } from "./connection-state";
import { pagesInTurn } from "./model";

export type TurnFacts = {
  boards: readonly Board[];
  snapshot: WallSnapshot | null;
  /** Increases with each snapshot. */
  snapshotNumber: number;
  /** The server's time; null if it is unknown. */
  exact: number | null;
  /** The monotonic clock, in milliseconds. */
  steady: number;
  portrait: boolean;
  takeover: ShownTakeover | null;
  contact: Contact;
};

/** Turns the pages of the boards. */
export class PageTurner {
  #turn: Turn = { id: null, since: 0 };
  #pages: { key: string; pages: Page[] } = { key: "", pages: [] };

  /**
   * The page to show now. The round pauses without contact; after a takeover it starts again at the first page, which
   * has the alert.
   * @returns `turned`: true if another page, or another round of a single page, begins
   */
  at(facts: TurnFacts): { page: Page | null; turned: boolean } {
    const { steady, takeover, contact } = facts;
    const pages = this.#pagesOf(facts);
    if (!pages) return { page: null, turned: false };
    if (takeover) this.#turn = { id: pages[0]?.id ?? null, since: steady };
    else if (contact !== "seen") this.#turn = { ...this.#turn, since: steady };
    const next = nextTurn(this.#turn, pages, steady);
    const turned = next.since !== this.#turn.since;
    this.#turn = next;
    return { page: pages.find(({ id }) => id === next.id) ?? null, turned };
  }

  /** Rebuilds the pages for each snapshot and every minute, since areas become stale without any new snapshot. */
  #pagesOf({ boards, snapshot, snapshotNumber, exact, portrait }: TurnFacts): Page[] | null {
    if (!snapshot) return null;
    const minute = exact === null ? 0 : Math.floor(exact / MINUTE_MS);
    const key = `${snapshotNumber} ${portrait} ${minute}`;
    if (this.#pages.key !== key) {
      const now = new Date(exact ?? Date.parse(snapshot.at));
      this.#pages = { key, pages: pagesInTurn(boards, snapshot, portrait, now) };
    }
    return this.#pages.pages;
  }
}
