"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { readAgain } from "@/components/live/read-again";
import { answered } from "@/components/live/session";
import { isTouched } from "@/components/live/stream-plan";
import { useToast } from "@/components/ui/toast";
import type { ActionResult } from "@/lib/web/http/action-result";

/** Runs an act on an alert, reads anew what it touched, and tells how it went. */
export function useAlertAct() {
  const client = useQueryClient();
  const tell = useToast();
  const [pending, setPending] = useState(false);
  /** @returns what the act answered; null where it failed, and then that is told */
  const run = async <T>(act: () => Promise<ActionResult<T>>): Promise<{ value: T } | null> => {
    setPending(true);
    const result = await answered(act());
    if (!result.ok) tell({ text: result.error.message });
    await readAgain(client, {
      predicate: ({ queryKey: [path] }) => typeof path === "string" && isTouched(path, "alert"),
    });
    setPending(false);
    return result.ok ? { value: result.value } : null;
  };
  return { run, tell, pending };
}
