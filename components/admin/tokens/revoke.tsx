"use client";
import { useState } from "react";
import { ConfirmDialog } from "@/components/forms/confirm-dialog";
import { useAction } from "@/components/forms/use-action";
import { SetByFile, WordButton } from "@/components/forms/words";
import { revokeToken } from "@/lib/identity/tokens/actions";

/** Ends a token, after a question; what the provisioning file sets has a lock instead. */
export function Revoke({
  line,
  effect,
}: {
  line: { id: number; name: string; provisioned: boolean; revokedAt: string | null };
  effect: string;
}) {
  const [asked, setAsked] = useState(false);
  const action = useAction(revokeToken, { said: `${line.name} is revoked`, onDone: () => setAsked(false) });
  if (line.revokedAt) return null;
  if (line.provisioned) return <SetByFile />;
  return (
    <>
      <WordButton className="-mx-1" label={`Revoke ${line.name}`} onClick={() => setAsked(true)}>
        Revoke
      </WordButton>
      <ConfirmDialog
        title={`Revoke ${line.name}?`}
        verb="Revoke"
        isOpen={asked}
        pending={action.pending}
        fault={action.fault}
        onConfirm={() => action.submit({ id: line.id })}
        onClose={() => setAsked(false)}
      >
        <p>{effect} This cannot be taken back.</p>
      </ConfirmDialog>
    </>
  );
}
