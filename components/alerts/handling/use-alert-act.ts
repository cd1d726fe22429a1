"use client";
import { readsTouchedBy } from "@/components/live/stream-plan";
import { useServerAction } from "@/components/live/use-server-action";
import { useToast } from "@/components/ui/toast";

/** Runs an act on an alert, reads again what it touched, and reports a fault as a toast. */
export function useAlertAct() {
  const tell = useToast();
  const { run, pending } = useServerAction({ rereads: readsTouchedBy("alert"), reports: true });
  return { run, tell, pending: pending !== null };
}
