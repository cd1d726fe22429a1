"use client";
import { cx } from "@/components/ui/cx";
import { SiteTime, TimeCell } from "@/components/ui/time";
import type { ActionResult } from "@/lib/http/action-result";
import type { TokenLine } from "@/lib/tokens/contract";
import { Revoke } from "./revoke";
import { ROLE_NAMES } from "./role-field";
import { STACKED } from "./stacked-table";

/** The API tokens: who made each, when it was last used. */
export function TokenTable({
  tokens,
  revoke,
}: {
  tokens: TokenLine[];
  revoke: (input: { id: number }) => Promise<ActionResult<void>>;
}) {
  return (
    <table className={`data-table ${STACKED}`}>
      <thead>
        <tr>
          <th>Name</th>
          <th>Role</th>
          <th>Made</th>
          <th>Last used</th>
          <th>State</th>
          <th>
            <span className="sr-only">Revoke</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {tokens.map((token) => (
          <tr key={token.id} className={cx(token.revokedAt && "text-ink-3")}>
            <td className="font-strong">{token.name}</td>
            <td data-label="Role" className="text-sm">
              {ROLE_NAMES[token.role]}
            </td>
            <td data-label="Made" className="text-sm">
              <SiteTime at={token.createdAt} className="sm:block" />{" "}
              <span className="text-xs text-ink-3">by {token.createdBy}</span>
            </td>
            <td data-label="Last used">
              {token.lastUsedAt ? (
                <TimeCell at={token.lastUsedAt} />
              ) : (
                <span className="text-sm text-ink-3">never</span>
              )}
            </td>
            <td data-label="State" className="text-sm">
              {token.revokedAt ? (
                <>
                  Revoked <SiteTime at={token.revokedAt} />
                </>
              ) : (
                "In use"
              )}
            </td>
            <td className="num">
              <Revoke line={token} effect="The program that has it is refused at once." revoke={revoke} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
