"use client";
import { onlineManager, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { readTogetherIn } from "@/lib/api/client";
import { EventConnection, type LiveState } from "./event-connection";
import { onLeaving } from "./leaving";
import { isTouched } from "./stream-plan";

const LiveContext = createContext<LiveState>({ state: "connecting" });

/** Whether the page hears of changes, and if not, since when and when the next try comes. */
export function useLive(): LiveState {
  return useContext(LiveContext);
}

/** Keeps the page current: each event marks what it may have changed as old, and react-query reads it again. */
export function LiveProvider({ tenantId, children }: { tenantId: string | null; children: ReactNode }) {
  const client = useQueryClient();
  const [live, setLive] = useState<LiveState>({ state: "connecting" });
  useEffect(() => {
    const connection = new EventConnection({
      address: "/api/v1/events",
      concerns: (change) => tenantId === null || change.tenantId === tenantId,
      onState: setLive,
      onChanges: (types) =>
        readTogetherIn(() =>
          client.invalidateQueries({
            predicate: ({ queryKey: [path] }) =>
              types.some((type) => typeof path === "string" && isTouched(path, type)),
          }),
        ),
      onBack: () => client.invalidateQueries(),
    });
    connection.start();
    const stopListening = onLeaving(() => {
      connection.stop();
      onlineManager.setOnline(false);
      void client.cancelQueries();
    });
    return () => {
      stopListening();
      connection.stop();
    };
  }, [client, tenantId]);
  return <LiveContext value={live}>{children}</LiveContext>;
}
