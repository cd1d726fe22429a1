"use client";
import { cx } from "@/components/ui/cx";
import { SiteTime, TimeCell } from "@/components/ui/time";
import type { ActionResult } from "@/lib/http/action-result";
import { type ScreenLine, VIEW_NAMES } from "@/lib/screens/contract";
import { Revoke } from "./revoke";
import { STACKED } from "./stacked-table";

/** The screens: what each shows, when it was last heard of. */
export function ScreenTable({
  screens,
  revoke,
}: {
  screens: ScreenLine[];
  revoke: (input: { id: number }) => Promise<ActionResult<void>>;
}) {
  return (
    <table className={`data-table ${STACKED}`}>
      <thead>
        <tr>
          <th>Name</th>
          <th>Shows</th>
          <th>Made</th>
          <th>Last seen</th>
          <th>State</th>
          <th>
            <span className="sr-only">Revoke</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {screens.map((screen) => (
          <tr key={screen.id} className={cx(screen.revokedAt && "text-ink-3")}>
            <td className="font-strong">{screen.name}</td>
            <td data-label="Shows" className="text-sm">
              {VIEW_NAMES[screen.view]}
              <span className="text-ink-3"> of {screen.tenancyName ?? "the first tenancy"}</span>
            </td>
            <td data-label="Made" className="text-sm">
              <SiteTime at={screen.createdAt} className="sm:block" />{" "}
              <span className="text-xs text-ink-3">by {screen.createdBy}</span>
            </td>
            <td data-label="Last seen">
              {screen.lastSeenAt ? (
                <TimeCell at={screen.lastSeenAt} />
              ) : (
                <span className="text-sm text-ink-3">never</span>
              )}
            </td>
            <td data-label="State" className="text-sm">
              {screen.revokedAt ? (
                <>
                  Revoked <SiteTime at={screen.revokedAt} />
                </>
              ) : (
                "In use"
              )}
            </td>
            <td className="num">
              <Revoke line={screen} effect="The screen goes dark at its next request." revoke={revoke} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
