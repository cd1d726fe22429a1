"use client";
import { QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { ApiError } from "@/lib/web/api/client";
import { isWorthATry, readEvery } from "./retry";
import { sessionEnded } from "./session";

function makeClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: tellEndOfSession }),
    defaultOptions: {
      queries: {
        // Events say when something changed; this is the net below them.
        staleTime: 30_000,
        refetchInterval: readEvery(120_000),
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < 2 && isWorthATry(error),
        retryDelay: (failures) => 1_000 * 2 ** failures,
      },
    },
  });
}

function tellEndOfSession(error: unknown): void {
  if (error instanceof ApiError && error.status === 401) sessionEnded();
}

/** The cache of all reads of a page's life in the browser. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(makeClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
