import "server-only";
import { Notice } from "@/components/wall/notice";
import { Wall } from "@/components/wall/wall";
import type { Board } from "@/lib/display/screens/boards";
import type { ScreenConfig } from "@/lib/display/screens/contract";
import { screenConfigOf } from "@/lib/display/screens/service.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { buildVersion } from "@/lib/web/http/version.server";
import { requestWords } from "@/lib/web/preferences/language.server";

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
export async function NoTenancy() {
  const { t } = await requestWords();
  return (
    <Notice title={t("wall.notice.empty")} again={30}>
      {t("wall.notice.emptyText")}
    </Notice>
  );
}
