"use client";

import { useState } from "react";
import { ConfirmDialog } from "@/components/forms/dialogs";
import { useAction } from "@/components/forms/use-action";
import { SetByFile, WordButton } from "@/components/forms/word-button";
import { cx } from "@/components/ui/cx";
import { SiteTime, TimeCell } from "@/components/ui/time";
import { revokeToken } from "@/lib/identity/tokens/actions";
import { STACKED } from "../stacked-table";

type AccessLine = {
  id: number;
  name: string;
  /** What it may see, in words. */
  grants: string;
  provisioned: boolean;
  createdAt: string;
  createdBy: string;
  lastAt: string | null;
  revokedAt: string | null;
};

/** Screens or API tokens: what each may see, who made it, when it was last there. */
export function AccessTable({
  lines,
  heads,
  effect,
}: {
  lines: AccessLine[];
  heads: { grants: string; lastAt: string };
  /** What comes of revoking one. */
  effect: string;
}) {
  return (
    <table className={`data-table ${STACKED}`}>
      <thead>
        <tr>
          <th>Name</th>
          <th>{heads.grants}</th>
          <th>Made</th>
          <th>{heads.lastAt}</th>
          <th>State</th>
          <th>
            <span className="sr-only">Revoke</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.id} className={cx(line.revokedAt && "text-ink-3")}>
            <td className="font-strong">{line.name}</td>
            <td data-label={heads.grants} className="text-sm">
              {line.grants}
            </td>
            <td data-label="Made" className="text-sm">
              <SiteTime at={line.createdAt} className="sm:block" />{" "}
              <span className="text-xs text-ink-3">by {line.createdBy}</span>
            </td>
            <td data-label={heads.lastAt} className="text-sm">
              {line.lastAt ? <TimeCell at={line.lastAt} /> : <span className="text-ink-3">never</span>}
            </td>
            <td data-label="State" className="text-sm">
              {line.revokedAt ? (
                <>
                  Revoked <SiteTime at={line.revokedAt} />
                </>
              ) : (
                "In use"
              )}
            </td>
            <td className="num text-sm">
              <Revoke line={line} effect={effect} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

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
