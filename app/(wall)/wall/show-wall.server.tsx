import "server-only";
import { Notice } from "@/components/wall/notice";
import { Wall } from "@/components/wall/wall";
import type { Board } from "@/lib/display/screens/boards";
import type { ScreenConfig } from "@/lib/display/screens/contract";
import { screenConfigOf } from "@/lib/display/screens/service.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { buildVersion } from "@/lib/web/http/version.server";

/** The wall of a screen. `only`: boards of the address that replace the screen's own. */
export async function ShowWall({ actor, only }: { actor: Actor; only?: Board[] }) {
  const screen = await screenConfigOf(actor);
  if (!screen) return <NoTenancy />;
  return <Wall screen={screen} version={buildVersion()} only={only} />;
}

/** A board as a preview in the browser of a person. */
export function PreviewWall({ screen, only }: { screen: ScreenConfig; only: Board[] }) {
  return <Wall screen={screen} version={buildVersion()} only={only} preview />;
}

/** Shown before the first tenancy is connected. */
export function NoTenancy() {
  return (
    <Notice title="Nothing to show yet" again={30}>
      No tenancy is connected. An admin connects one under Admin, Tenancies.
    </Notice>
  );
}
