"use client";
import { useEffect } from "react";
import { announceSignedIn } from "@/components/live/session";

/** Notifies the tabs that wait for the sign-in, and closes this one if it was opened for it. */
export function AnnounceSignIn() {
  useEffect(() => {
    announceSignedIn();
    if (window.opener) window.close();
  }, []);
  return null;
}
