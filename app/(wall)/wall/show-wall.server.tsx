import "server-only";
import { Notice } from "@/components/wall/notice";
import { Wall } from "@/components/wall/wall";
import type { Board, ScreenConfig } from "@/lib/display/screens/boards";
import { screenConfigOf } from "@/lib/display/screens/service.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { buildVersion } from "@/lib/web/http/version.server";

/** The wall of a screen; `only`: the boards that the address asks for, whatever the screen's own are. */
export async function ShowWall({ actor, only }: { actor: Actor; only?: Board[] }) {
  const screen = await screenConfigOf(actor);
  if (!screen) return <NoTenancy />;
  return <Wall screen={screen} version={buildVersion()} only={only} />;
}

/** What a person sees who tries a board in their own browser. */
export function PreviewWall({ screen, only }: { screen: ScreenConfig; only: Board[] }) {
  return <Wall screen={screen} version={buildVersion()} only={only} preview />;
}

/** A screen that starts before the farm is connected. */
export function NoTenancy() {
  return (
    <Notice title="Nothing to show yet" again={30}>
      No tenancy is connected. An admin connects one under Admin, Tenancies.
    </Notice>
  );
}
