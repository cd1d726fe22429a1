"use client";

import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import { Icon } from "@/components/ui/icon";
import { useWords } from "@/components/words/words";
import { beginWaiting, onWaiting, waitingSince } from "@/lib/web/api/waiting";

/** An act without an answer is shown after this time. */
const SHOWN_AFTER_MS = 3_000;

/** The same for a page that is to open: a slow one is no fault yet. */
const PAGE_SHOWN_AFTER_MS = 8_000;

/** The limit of an act. The server's longest, a test by e-mail, takes 20 s. */
const LIMIT_MS = 30_000;

const actsSince = () => waitingSince("act");
const pagesSince = () => waitingSince("page");
const none = () => null;

/**
 * Says that an act has no answer yet, and how long the page goes on waiting; its caller reports the outcome. Also that a page
 * which was asked for has not come.
 */
export function LateAct() {
  const act = useWaited(useSyncExternalStore(onWaiting, actsSince, none));
  const pageSince = useSyncExternalStore(onWaiting, pagesSince, none);
  const page = useWaited(pageSince);
  const left = Math.max(0, Math.ceil((LIMIT_MS - act) / 1_000));
  const { t } = useWords();
  return (
    <>
      {pageSince !== null && <div className="opening no-print fixed inset-x-0 top-0 z-60 h-0.5 bg-accent" />}
      <div className="no-print pointer-events-none fixed inset-x-4 top-24 z-60 flex justify-center">
        {act >= SHOWN_AFTER_MS ? (
          <Late>
            <span aria-hidden="true">{t("live.late.left", { seconds: left })}</span>
            <span className="sr-only">{t("live.late.atMost")}</span>
          </Late>
        ) : (
          page >= PAGE_SHOWN_AFTER_MS && <Late>{t("live.late.page")}</Late>
        )}
      </div>
    </>
  );
}

function Late({ children }: { children: ReactNode }) {
  const { t } = useWords();
  return (
    <p className="flex items-center gap-2 rounded-3 border border-stale bg-raised px-4 py-2 shadow-overlay">
      <Icon name="clock" className="size-4 shrink-0 text-stale-text" />
      <span className="shrink-0 font-medium text-stale-text">{t("live.late.noAnswer")}</span>
      {children}
    </p>
  );
}

/** Milliseconds since a monotonic time, updated every 500 ms; 0 for null. */
function useWaited(since: number | null): number {
  const [now, setNow] = useState(0);
  useEffect(() => {
    if (since === null) return;
    const tick = () => setNow(performance.now());
    const timer = setInterval(tick, 500);
    return () => clearInterval(timer);
  }, [since]);
  return since === null ? 0 : Math.max(0, now - since);
}

/**
 * Limits every request that changes something: Next sends one action at a time and takes no signal, so one that hangs
 * would block the rest. Requests with a signal have their own limit, as reads do (lib/web/api/client.ts).
 */
export function limitActs(): void {
  const plain = window.fetch.bind(window);
  window.fetch = (input, init) =>
    init?.signal || (init?.method ?? "GET").toUpperCase() === "GET"
      ? plain(input, init)
      : limited((signal) => plain(input, { ...init, signal }));
}

async function limited(send: (signal: AbortSignal) => Promise<Response>): Promise<Response> {
  const limit = new AbortController();
  const endWaiting = beginWaiting("act");
  const timer = setTimeout(() => limit.abort(), LIMIT_MS);
  const end = () => {
    clearTimeout(timer);
    endWaiting();
  };
  try {
    const response = await send(limit.signal);
    // The act ends with the body: a proxy may hold it back after the headers.
    const rest = response.clone().arrayBuffer();
    void rest.catch(() => undefined).then(end);
    return response;
  } catch (error) {
    end();
    throw error;
  }
}
