"use client";
import { onlineManager, type Query, useQueryClient } from "@tanstack/react-query";
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { batchReads, isHeldBack, isUnanswered } from "@/lib/web/api/client";
import { EventConnection } from "./event-connection";
import type { LiveState } from "./event-stream";
import { checkSession, isSigningOut, onSession } from "./session";
import { useSignedOut } from "./signed-out";
import { isOld, type Standing } from "./stream-plan";

const LiveContext = createContext<LiveState>({ state: "connecting" });
const CatchUpContext = createContext<() => void>(() => undefined);

/** The page's contact with the server; if lost, since when, and when it tries again. */
export function useLive(): LiveState {
  return useContext(LiveContext);
}

/** Returns true if a read got no answer. A refused try counts from the second on: the page may be being left. */
function isBlind({ state }: Query): boolean {
  const { error, fetchFailureReason, fetchFailureCount } = state;
  if (isHeldBack(fetchFailureReason)) return true;
  return isUnanswered(fetchFailureCount > 1 ? fetchFailureReason : error);
}

/** Epoch milliseconds of the oldest answer on the page whose repeated read got no answer; null for none. */
function useUnanswered(): number | null {
  const cache = useQueryClient().getQueryCache();
  const subscribe = useCallback((changed: () => void) => cache.subscribe(changed), [cache]);
  return useSyncExternalStore(
    subscribe,
    () => {
      const old = cache
        .findAll({ type: "active", predicate: ({ state }) => state.dataUpdatedAt > 0 })
        .filter(isBlind)
        .map(({ state }) => state.dataUpdatedAt);
      return old.length > 0 ? Math.min(...old) : null;
    },
    () => null,
  );
}

/** Reads the page's alerts again soon. Above `LiveProvider` a no-op, since its first event does the same. */
export function useCatchUp(): () => void {
  return useContext(CatchUpContext);
}

/** A read of the cache, by the key that `callKey` makes. */
function standing({ queryKey: [path, params], state }: Query): Standing {
  const { alertId } = (params ?? {}) as { alertId?: string };
  const isOpen = (state.data as { status?: string } | undefined)?.status === "open";
  return { path: typeof path === "string" ? path : "", openAlert: isOpen ? alertId : undefined };
}

/** Keeps the page current: an event invalidates the reads that it may have changed. */
export function LiveProvider({
  tenantId,
  userId,
  children,
}: {
  tenantId: string | null;
  userId: number;
  children: ReactNode;
}) {
  const client = useQueryClient();
  const [live, setLive] = useState<LiveState>({ state: "connecting" });
  const connected = useRef<EventConnection | null>(null);
  const catchUp = useCallback(() => connected.current?.catchUp(), []);
  const isSignedOut = useSignedOut();
  useEffect(() => {
    if (isSignedOut) return setLive({ state: "connecting" });
    const connection = new EventConnection({
      concerns: (changed) => tenantId === null || changed === tenantId,
      onState: setLive,
      onFailure: () => void checkSession(userId),
      onChanges: (changes) =>
        batchReads(() => client.invalidateQueries({ predicate: (query) => isOld(standing(query), changes) })),
      onBack: () => client.invalidateQueries(),
    });
    connection.start();
    connected.current = connection;
    const stopListening = onSession(() => {
      if (!isSigningOut()) return;
      connection.stop();
      onlineManager.setOnline(false);
      void client.cancelQueries();
    });
    return () => {
      stopListening();
      connected.current = null;
      connection.stop();
    };
  }, [client, tenantId, userId, isSignedOut]);
  const unanswered = useUnanswered();
  const seen = useMemo<LiveState>(
    () =>
      live.state === "lost" || unanswered === null
        ? live
        : { state: "lost", since: unanswered, nextTryAt: null },
    [live, unanswered],
  );
  return (
    <LiveContext value={seen}>
      <CatchUpContext value={catchUp}>{children}</CatchUpContext>
    </LiveContext>
  );
}
