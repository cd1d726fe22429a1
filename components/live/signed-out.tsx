"use client";
import { useQueryClient } from "@tanstack/react-query";
import { lazy, useEffect, useSyncExternalStore } from "react";
import { Opened } from "@/components/ui/dialog";
import { checkSession, isSignedOut, onSession, onSignedIn } from "./session";

const SignedOutDialog = lazy(async () => ({
  default: (await import("./signed-out-dialog")).SignedOutDialog,
}));
const CHECK_EVERY_MS = 5_000;

/** Returns true while the page's person is signed out. */
export function useSignedOut(): boolean {
  return useSyncExternalStore(onSession, isSignedOut, () => false);
}

/** A dialog over the page while its person is signed out; once they are back, everything is read again. */
export function SignedOut({ userId }: { userId: number }) {
  const client = useQueryClient();
  const isOver = useSignedOut();
  useEffect(() => {
    const check = () => void checkSession(userId);
    const stopHearing = onSignedIn(check);
    const look = () => document.visibilityState === "visible" && isSignedOut() && check();
    const timer = isOver ? setInterval(look, CHECK_EVERY_MS) : undefined;
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
    <Opened isOpen={isOver} onClose={() => undefined}>
      <SignedOutDialog isOpen={isOver} />
    </Opened>
  );
}
