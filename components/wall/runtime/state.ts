import type { ScreenConfig } from "@/lib/display/screens/boards";
import type { WallSnapshot } from "@/lib/display/wall/contract";
import type { Page } from "@/lib/display/wall/pages";
import type { Shown } from "@/lib/display/wall/takeover";
import type { Contact } from "./contact";

export type WallState = {
  screen: ScreenConfig;
  snapshot: WallSnapshot | null;
  /** The server's clock, epoch milliseconds, as fine as what is shown needs; null where nobody knows. */
  now: number | null;
  contact: Contact;
  /** When the snapshot last held, by the server's clock. */
  seenAt: number | null;
  /** Whole seconds until the next try. */
  nextTryIn: number | null;
  page: Page | null;
  takeover: Shown | null;
  shift: { x: number; y: number };
  night: boolean;
  identify: boolean;
  /** Nothing may be shown any more. */
  dark: boolean;
  portrait: boolean;
};

/** Before anything was heard. */
export function emptyState(screen: ScreenConfig): WallState {
  return {
    screen,
    snapshot: null,
    now: null,
    contact: "waiting",
    seenAt: null,
    nextTryIn: null,
    page: null,
    takeover: null,
    shift: { x: 0, y: 0 },
    night: false,
    identify: false,
    dark: false,
    portrait: false,
  };
}

/** What is on the screen, for the register. */
export function pageWords({ contact, takeover, page }: WallState): string | null {
  if (contact === "waiting") return null;
  if (contact !== "seen") return "Cannot see";
  if (takeover) return `New HIGH ${takeover.number} of ${takeover.of}`;
  if (page?.kind === "alerts" || page?.kind === "areas")
    return `${page.kind === "alerts" ? "Alerts" : "Areas"} ${page.number} of ${page.of}`;
  if (page?.kind === "area") return "Area focus";
  return page ? "Now" : null;
}
