"use client";
import { onlineManager, type Query, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from "react";
import { readTogetherIn } from "@/lib/api/client";
import { EventConnection, type LiveState } from "./event-connection";
import { onLeaving } from "./leaving";
import { isOld, type Standing } from "./stream-plan";

const LiveContext = createContext<LiveState>({ state: "connecting" });
const CatchUpContext = createContext<() => void>(() => undefined);

/** Whether the page hears of changes, and if not, since when and when the next try comes. */
export function useLive(): LiveState {
  return useContext(LiveContext);
}

/** Has what stands on the page read again soon, once it is drawn. Above `LiveProvider` its first connection does so. */
export function useCatchUp(): () => void {
  return useContext(CatchUpContext);
}

/** A read of the cache, by the key that `callKey` makes. */
function standing({ queryKey: [path, params], state }: Query): Standing {
  const { alertId } = (params ?? {}) as { alertId?: string };
  const isOpen = (state.data as { status?: string } | undefined)?.status === "open";
  return { path: typeof path === "string" ? path : "", openAlert: isOpen ? alertId : undefined };
}

/** Keeps the page current: each event marks what it may have changed as old, and react-query reads it again. */
export function LiveProvider({ tenantId, children }: { tenantId: string | null; children: ReactNode }) {
  const client = useQueryClient();
  const [live, setLive] = useState<LiveState>({ state: "connecting" });
  const connected = useRef<EventConnection | null>(null);
  const catchUp = useCallback(() => connected.current?.catchUp(), []);
  useEffect(() => {
    const connection = new EventConnection({
      address: "/api/v1/events",
      concerns: (change) => tenantId === null || change.tenantId === tenantId,
      onState: setLive,
      onChanges: (changes) =>
        readTogetherIn(() =>
          client.invalidateQueries({ predicate: (query) => isOld(standing(query), changes) }),
        ),
      onBack: () => client.invalidateQueries(),
    });
    connection.start();
    connected.current = connection;
    const stopListening = onLeaving(() => {
      connection.stop();
      onlineManager.setOnline(false);
      void client.cancelQueries();
    });
    return () => {
      stopListening();
      connected.current = null;
      connection.stop();
    };
  }, [client, tenantId]);
  return (
    <LiveContext value={live}>
      <CatchUpContext value={catchUp}>{children}</CatchUpContext>
    </LiveContext>
  );
}
