"use client";
import { QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { ApiError } from "@/lib/api/client";

function makeClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: leaveWithoutSession }),
    defaultOptions: {
      queries: {
        // Events say when something changed; this is the net below them.
        staleTime: 30_000,
        refetchInterval: 120_000,
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < 2 && isWorthATry(error),
        retryDelay: (failures) => 1_000 * 2 ** failures,
      },
    },
  });
}

function isWorthATry(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
}

/** A session that has ended leads to the sign-in, which leads back. */
function leaveWithoutSession(error: unknown): void {
  if (!(error instanceof ApiError) || error.status !== 401) return;
  const back = `${window.location.pathname}${window.location.search}`;
  window.location.assign(`/sign-in?callbackUrl=${encodeURIComponent(back)}`);
}

/** The cache of all reads of a page's life in the browser. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(makeClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
