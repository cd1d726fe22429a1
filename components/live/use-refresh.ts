"use client";
import { useRouter } from "next/navigation";
import { useCallback } from "react";
import { useSite } from "@/components/shell/site-context";
import { checkSession, isSignedOut } from "./session";

/** Reads the page anew. Without a session that would lead away to the sign-in, and lose what is typed here. */
export function useRefresh(): () => void {
  const router = useRouter();
  const { id } = useSite().user;
  return useCallback(async () => {
    await checkSession(id);
    if (!isSignedOut()) router.refresh();
  }, [router, id]);
}
