"use client";
import { useRouter } from "next/navigation";
import { useCallback } from "react";
import { checkSession, isSignedOut } from "./session";
import { useSite } from "./site-context";

/** Refreshes the page, unless the session has ended: a refresh would open the sign-in and lose what is typed. */
export function useRefresh(): () => void {
  const router = useRouter();
  const { id } = useSite().user;
  return useCallback(async () => {
    await checkSession(id);
    if (!isSignedOut()) router.refresh();
  }, [router, id]);
}
