"use client";
import { useRouter } from "next/navigation";
import { useCallback } from "react";
import { checkSession, isSignedOut } from "./session";
import { useSite } from "./site-context";

/** Reads the page anew. Without a session that would lead away to the sign-in, and lose what is typed here. */
export function useRefresh(): () => void {
  const router = useRouter();
  const { id } = useSite().user;
  return useCallback(async () => {
    await checkSession(id);
    if (!isSignedOut()) router.refresh();
  }, [router, id]);
}
