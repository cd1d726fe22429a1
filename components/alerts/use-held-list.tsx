"use client";
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { cx } from "@/components/ui/cx";
import { announce } from "@/components/ui/live-region";
import { rich } from "@/components/words/rich";
import { useWords } from "@/components/words/words";
import { useOwnActs } from "./handling/own-acts";
import { type HeldList, type News, newsWords, type PartNews, type RowKind } from "./held-list";
import { type Held, holdRows, NO_NEWS } from "./hold-rows";

/** A thumb already on its way must not hit the bar that has just come. */
const DEAF_MS = 800;
/** After a return to the page its reads are made up for before anybody aims at a row. */
const RETURN_MS = 1_500;

/** What a page holds still until the person asks for the news, or was away. */
export type Hold = {
  /** Changes when everything is to be shown as it is now. */
  epoch: number;
  /** True while nobody looks. */
  isAway: boolean;
  report: (part: string, news: PartNews | null) => void;
  /** "2 new, 1 closed"; empty when nothing waits. */
  words: string;
  show: () => void;
};

/** Holds the lists of a page still. @param left what is said of alerts that have left their list */
export function useHold(left: "closed" | "gone" = "closed"): Hold {
  const pageWords = useWords();
  const [epoch, setEpoch] = useState(0);
  const [parts, setParts] = useState<Readonly<Record<string, PartNews>>>({});
  const report = useCallback((part: string, news: PartNews | null) => {
    setParts((before) => {
      if (!news && !before[part]) return before;
      const { [part]: _, ...others } = before;
      return news ? { ...others, [part]: news } : others;
    });
  }, []);
  const isAway = useIsAway();
  const show = () => setEpoch(epoch + 1);
  return { epoch, isAway, report, words: newsWords(pageWords, Object.values(parts), left), show };
}

/** True while the page is hidden, and until its reads are made up for or the person touches it. */
function useIsAway(): boolean {
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = () => {
      if (document.visibilityState === "visible") setAway(false);
    };
    const change = () => {
      clearTimeout(timer);
      if (document.visibilityState === "hidden") setAway(true);
      else timer = setTimeout(end, RETURN_MS);
    };
    document.addEventListener("visibilitychange", change);
    document.addEventListener("pointerdown", end, true);
    document.addEventListener("keydown", end, true);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", change);
      document.removeEventListener("pointerdown", end, true);
      document.removeEventListener("keydown", end, true);
    };
  }, []);
  return isAway;
}

/**
 * The rows of a list as they were last shown, except for what the person did.
 * @param part the name of the list among those of the page
 * @param latest the same array until something changes; undefined before it is read
 * @param options.scope what the list shows; another scope shows everything at once
 * @param options.isAll false: the list goes on after these rows
 * @param options.isFetching true: it is being read, so an act may not have been heard yet
 * @param options.pages the number of pages that were asked for; rows of a further one are appended
 * @param options.isPrevious true: the rows of another scope, until this one is read
 * @param options.showsFirst true: an empty list shows its first rows at once, since it would say that there are none
 */
export function useHeldRows<T>(
  hold: Hold,
  part: string,
  latest: readonly T[] | undefined,
  kind: RowKind<T>,
  options: {
    scope?: string;
    isAll?: boolean;
    isFetching?: boolean;
    pages?: number;
    isPrevious?: boolean;
    showsFirst?: boolean;
  } = {},
): HeldList<T> {
  const { scope = "", isAll = true, isFetching = false, pages = 1 } = options;
  const { isPrevious = false, showsFirst = false } = options;
  const { running } = useOwnActs();
  const [held, setHeld] = useState<Held<T> | null>(null);
  const { epoch, isAway } = hold;
  const rows = latest ?? NONE;
  const isRead = latest !== undefined && !isPrevious;
  const seen = { epoch, scope, pages, rows, isAll, isRead, isFetching, isAway, showsFirst, running };
  const { held: next, list } = holdRows(held, seen, kind);
  if (next !== held) setHeld(next);
  const { report } = hold;
  const news = list.news === NO_NEWS ? null : JSON.stringify(list.news);
  const { words } = kind;
  useEffect(() => {
    if (news === null) return;
    report(part, { words, news: JSON.parse(news) as News });
    return () => report(part, null);
  }, [report, part, words, news]);
  return list;
}

const NONE: readonly never[] = [];

/** A value as of the last time that the page showed its news, or that the person did something. */
export function useHeld<T>(hold: Hold, value: T | undefined, scope = ""): T | undefined {
  const { ended } = useOwnActs();
  const key = `${hold.epoch} ${ended} ${scope}`;
  const [held, setHeld] = useState({ key, value });
  const isStill = held.key === key && held.value !== undefined && !hold.isAway;
  if (!isStill && (held.key !== key || !Object.is(held.value, value))) setHeld({ key, value });
  return isStill ? held.value : value;
}

/**
 * Keeps the height of words that follow the news at once, until the page shows its news; they grow if they have to, since
 * half a line tells nothing.
 * @param isReady false: what stands here is not known yet, so it may still grow
 */
export function Steady({
  hold,
  isReady,
  className,
  children,
}: {
  hold: Hold;
  isReady: boolean;
  className?: string;
  children: ReactNode;
}) {
  const { ended } = useOwnActs();
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const key = `${hold.epoch} ${ended} ${width}`;
  const [kept, setKept] = useState<{ key: string; height: number } | null>(null);
  const height = isReady && !hold.isAway && kept?.key === key ? kept.height : undefined;
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(element.offsetWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    if (isReady && width > 0 && height === undefined && box.current)
      setKept({ key, height: box.current.getBoundingClientRect().height });
  }, [isReady, width, height, key]);
  return (
    <div ref={box} style={{ minHeight: height }} className={className}>
      {children}
    </div>
  );
}

/**
 * "2 new, 1 closed · Show", below the freshness strip; on a phone above the bottom bar, where the thumb is. It takes no room,
 * so that nothing moves when it comes.
 */
export function NewsBar({ hold: { words, show } }: { hold: Hold }) {
  useEffect(() => announce(words), [words]);
  return words && <Bar words={words} onShow={show} />;
}

function Bar({ words, onShow }: { words: string; onShow: () => void }) {
  const pageWords = useWords();
  const [isDeaf, setDeaf] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setDeaf(false), DEAF_MS);
    return () => clearTimeout(timer);
  }, []);
  const show = () => {
    onShow();
    // The button goes, and what is new is mostly above.
    document.getElementById("content")?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  };
  return (
    <button
      type="button"
      data-news
      onClick={show}
      className={cx(
        "no-print fixed z-15 flex h-8 items-center gap-1 rounded-full border border-accent bg-accent-tint px-3.5 text-sm whitespace-nowrap shadow-overlay",
        "top-[calc(var(--bar)+var(--strip)+var(--s-1))] left-1/2 -translate-x-1/2",
        "max-sm:top-auto max-sm:bottom-18 max-sm:h-target max-sm:px-4.5",
        isDeaf && "pointer-events-none",
      )}
    >
      {rich(pageWords, "alerts.news.show", { news: words, b: <span className="font-medium text-accent" /> })}
    </button>
  );
}
