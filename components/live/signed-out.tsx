"use client";
import { useQueryClient } from "@tanstack/react-query";
import { lazy, useEffect, useSyncExternalStore } from "react";
import { Opened } from "@/components/ui/dialog";
import { checkSession, heedLeaving, isSignedOut, onSession, onSignedIn } from "./session";

const SignedOutDialog = lazy(async () => ({
  default: (await import("./signed-out-dialog")).SignedOutDialog,
}));
const LOOK_EVERY_MS = 5_000;

/** Whether the person that the page was made for has been signed out. */
export function useSignedOut(): boolean {
  return useSyncExternalStore(onSession, isSignedOut, () => false);
}

/**
 * Stands over the page while its person is signed out. They sign in in a tab of its own, so that nothing typed here is
 * lost; once they are back the page reads everything again and goes on.
 */
export function SignedOut({ userId }: { userId: number }) {
  const client = useQueryClient();
  const isOver = useSignedOut();
  useEffect(heedLeaving, []);
  useEffect(() => {
    const check = () => void checkSession(userId);
    const stopHearing = onSignedIn(check);
    const look = () => document.visibilityState === "visible" && isSignedOut() && check();
    const timer = isOver ? setInterval(look, LOOK_EVERY_MS) : undefined;
    document.addEventListener("visibilitychange", look);
    return () => {
      stopHearing();
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [userId, isOver]);
  useEffect(() => {
    if (!isOver) return;
    void client.cancelQueries();
    return () => void client.invalidateQueries();
  }, [client, isOver]);
  return (
    <Opened isOpen={isOver}>
      <SignedOutDialog isOpen={isOver} />
    </Opened>
  );
}
