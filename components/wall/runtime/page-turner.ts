import type { Board } from "@/lib/display/screens/boards";
import type { WallSnapshot } from "@/lib/display/wall/contract";
import type { Page } from "@/lib/display/wall/pages";
import type { Shown } from "@/lib/display/wall/takeover";
import { type Turn, turn } from "@/lib/display/wall/turning";
import { pagesInTurn } from "../model";
import type { Contact } from "./contact";

const MINUTE_MS = 60_000;

export type TurnFacts = {
  boards: readonly Board[];
  snapshot: WallSnapshot | null;
  /** Counts the snapshots: another number is another one. */
  snapshotNumber: number;
  /** The server's time; null where nobody knows. */
  exact: number | null;
  /** A clock that only runs on, in milliseconds. */
  steady: number;
  portrait: boolean;
  takeover: Shown | null;
  contact: Contact;
};

/** Which page of the boards is up, and when the next one comes. */
export class PageTurner {
  #turn: Turn = { id: null, since: 0 };
  #pages: { key: string; pages: Page[] } = { key: "", pages: [] };

  /**
   * The page that is up at this moment. Behind a takeover, and while nothing is seen, the round waits; it begins anew
   * with the page of what took the screen.
   * @returns `turned`: another page or another round than a moment before
   */
  at(facts: TurnFacts): { page: Page | null; turned: boolean } {
    const { steady, takeover, contact } = facts;
    const pages = this.#pagesOf(facts);
    if (!pages) return { page: null, turned: false };
    if (takeover) this.#turn = { id: pages[0]?.id ?? null, since: steady };
    else if (contact !== "seen") this.#turn = { ...this.#turn, since: steady };
    const next = turn(this.#turn, pages, steady);
    const turned = next.since !== this.#turn.since;
    this.#turn = next;
    return { page: pages.find(({ id }) => id === next.id) ?? null, turned };
  }

  /** They are laid out anew once a minute, since what is said of an area changes with its age alone. */
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
