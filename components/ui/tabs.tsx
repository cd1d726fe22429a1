"use client";

import { cx } from "./cx";
import { Link } from "./link";
import { Count } from "./panel";

const STRIP = "relative flex gap-6 overflow-x-auto overflow-y-hidden border-b border-hairline max-sm:px-4";

const TAB =
  "-mb-px flex h-10 shrink-0 cursor-pointer items-center gap-1.5 border-b-2 border-transparent font-medium text-ink-2 -outline-offset-2 hover:text-ink-1 touch:h-target";

const CHOSEN = "border-accent! font-strong text-ink-1";

/** Tabs that are links; `onChoose` changes the page without the server. */
export function TabLinks({
  label,
  tabs,
  chosen,
  hrefOf,
  onChoose,
  className,
}: {
  label: string;
  tabs: { id: string; label: string; count?: number }[];
  chosen: string;
  hrefOf: (id: string) => string;
  onChoose: (id: string) => void;
  className: string;
}) {
  return (
    <nav aria-label={label} className={cx(STRIP, className)}>
      {tabs.map((tab) => (
        <Link
          key={tab.id}
          ref={tab.id === chosen ? scrollToChosen : undefined}
          href={hrefOf(tab.id)}
          scroll={false}
          onNavigate={(event) => {
            event.preventDefault();
            onChoose(tab.id);
          }}
          aria-current={tab.id === chosen ? "page" : undefined}
          className={cx(TAB, tab.id === chosen && CHOSEN)}
        >
          {tab.label}
          {tab.count !== undefined && <Count>{tab.count}</Count>}
        </Link>
      ))}
    </nav>
  );
}

/** Scrolls a strip of links, wider than a phone, so that the current one is 16 px from its start. */
export function scrollToChosen(link: HTMLElement | null): void {
  link?.closest("nav")?.scrollTo({ left: link.offsetLeft - 16 });
}
