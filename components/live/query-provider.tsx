"use client";
import { QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { ApiError } from "@/lib/web/api/client";
import { isWorthATry, readEvery } from "./retry";
import { sessionEnded } from "./session";

function makeClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: noticeSessionEnd }),
    defaultOptions: {
      queries: {
        // Events invalidate reads; these times are the fallback.
        staleTime: 30_000,
        refetchInterval: readEvery(120_000),
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < 2 && isWorthATry(error),
        retryDelay: (failures) => 1_000 * 2 ** failures,
      },
    },
  });
}

function noticeSessionEnd(error: unknown): void {
  if (error instanceof ApiError && error.status === 401) sessionEnded();
}

/** The cache of all reads of a browser tab. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(makeClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
