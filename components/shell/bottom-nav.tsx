"use client";
import { lazy, useState } from "react";
import { cx } from "@/components/ui/cx";
import { Opened } from "@/components/ui/dialog";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { useWords } from "@/components/words/words";
import { MORE_PLACES, PLACES, PLACES_OF_ALL, type Place, placeAt } from "./navigation";
import { useWaitingCount } from "./top-bar";
import { useIsMenuOfAll, usePath } from "./use-path";

const MoreSheet = lazy(async () => ({ default: (await import("./more-sheet")).MoreSheet }));

const CELL = "relative grid content-center justify-items-center gap-1 text-xs font-medium -outline-offset-4";
const HERE =
  "font-strong text-ink-1 before:absolute before:inset-x-4.5 before:-top-px before:h-0.5 before:bg-accent [&>svg]:text-accent";

/** The bottom bar of a phone. */
export function BottomNav() {
  const { t } = useWords();
  const pathname = usePath();
  const [more, setMore] = useState(false);
  const places = useIsMenuOfAll() ? PLACES_OF_ALL : PLACES;
  const here = placeAt(places, pathname);
  const inMore = here === undefined && placeAt(MORE_PLACES, pathname) !== undefined;
  return (
    <nav
      aria-label={t("shell.pages")}
      className="no-print fixed inset-x-0 bottom-0 z-20 grid h-16 auto-cols-fr grid-flow-col border-t border-hairline bg-surface sm:hidden"
    >
      {places.map((place) => (
        <Cell key={place.href} place={place} here={place === here} />
      ))}
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setMore(true)}
        className={cx(CELL, inMore ? HERE : "text-ink-3")}
      >
        <Icon name="more" className="size-5.5" />
        {t("shell.more")}
      </button>
      <Opened isOpen={more} onClose={() => setMore(false)}>
        <MoreSheet isOpen={more} onClose={() => setMore(false)} />
      </Opened>
    </nav>
  );
}

function Cell({ place, here }: { place: Place; here: boolean }) {
  const { t } = useWords();
  const waiting = useWaitingCount();
  const count = place.icon === "bell" && waiting ? waiting : null;
  return (
    <Link
      href={place.href}
      aria-current={here ? "page" : undefined}
      className={cx(CELL, here ? HERE : "text-ink-3")}
    >
      <Icon name={place.icon} className="size-5.5" />
      {t(place.label)}
      {count !== null && (
        <span className="absolute top-1.5 left-1/2 ml-1.5 min-w-4 rounded-full bg-ink-1 px-1 text-center text-xs font-medium text-surface">
          {count}
          <span className="sr-only"> {t("shell.toAcknowledge")}</span>
        </span>
      )}
    </Link>
  );
}
