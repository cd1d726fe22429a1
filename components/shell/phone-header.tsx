"use client";
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from "react";
import { createPortal } from "react-dom";
import { useSite } from "@/components/live/site-context";
import { NameLine } from "@/components/ui/area-name";
import { IconButton } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { useWords } from "@/components/words/words";
import { phoneParent, phoneTitleOf } from "./navigation";
import { Search } from "./search";
import { usePath } from "./use-path";

type PhoneTitleFacts = { title: string; parent?: string; back?: string };

type Slot = {
  setTitle: (title: PhoneTitleFacts | null) => void;
  title: PhoneTitleFacts | null;
  actions: HTMLElement | null;
  setActions: (element: HTMLElement | null) => void;
};

const SlotContext = createContext<Slot | null>(null);

/** Lets a page set the title and actions of a phone's title bar. */
export function PhoneHeaderProvider({ children }: { children: ReactNode }) {
  const [title, setTitle] = useState<PhoneTitleFacts | null>(null);
  const [actions, setActions] = useState<HTMLElement | null>(null);
  const slot = useMemo(() => ({ title, setTitle, actions, setActions }), [title, actions]);
  return <SlotContext value={slot}>{children}</SlotContext>;
}

/** Sets a phone's title and its way back while this is mounted. */
export function PhoneTitle({ title, parent, back }: PhoneTitleFacts) {
  const setTitle = useContext(SlotContext)?.setTitle;
  useEffect(() => {
    setTitle?.({ title, parent, back });
    return () => setTitle?.(null);
  }, [setTitle, title, parent, back]);
  return null;
}

/** Puts a page's buttons or counts at the end of a phone's title bar. */
export function PhoneActions({ children }: { children: ReactNode }) {
  const actions = useContext(SlotContext)?.actions;
  return actions ? createPortal(children, actions) : null;
}

/** The title bar of a phone. */
export function PhoneHeader() {
  const words = useWords();
  const { t } = words;
  const slot = useContext(SlotContext);
  const pathname = usePath();
  const { tenancy, tenancies } = useSite();
  const [searching, setSearching] = useState(false);
  const shown: PhoneTitleFacts = slot?.title ?? phoneTitleOf(words, pathname, tenancy?.name ?? "Leafwatch");
  const siteName = tenancies.length > 1 ? (tenancy?.name ?? null) : null;
  const parent = phoneParent(pathname, siteName, shown.parent);
  return (
    <header className="no-print sticky top-0 z-20 flex h-bar items-center gap-2.5 border-b border-hairline bg-surface px-4 sm:hidden">
      {pathname === "/" && <Icon name="leaf" className="size-4 shrink-0" />}
      {shown.back && (
        <Link
          href={shown.back}
          aria-label={t("shell.back")}
          className="-ml-3.5 grid size-target shrink-0 place-items-center rounded-2"
        >
          <Icon name="chevron-left" className="size-5" />
        </Link>
      )}
      <div className="min-w-0 flex-1">
        {parent && <NameLine name={parent} className="text-xs text-ink-3" />}
        <NameLine name={shown.title} className="text-lg font-strong" />
      </div>
      <IconButton
        icon="search"
        label={t("shell.search.title")}
        onClick={() => setSearching(true)}
        className="-mr-3"
      />
      <div ref={slot?.setActions} className="-mr-3 flex items-center empty:hidden" />
      <Dialog
        title={t("shell.search.title")}
        side="bottom"
        isOpen={searching}
        onClose={() => setSearching(false)}
      >
        <div className="min-h-[55vh]">
          <Search onDone={() => setSearching(false)} />
        </div>
      </Dialog>
    </header>
  );
}
