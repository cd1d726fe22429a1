import { notFound, redirect } from "next/navigation";
import { currentTenancy } from "@/app/(site)/current-tenancy.server";
import { plainBoard } from "@/lib/display/screens/boards";
import { currentScreen } from "@/lib/identity/auth/guard.server";
import { requestWords } from "@/lib/web/preferences/language.server";
import { withWords } from "../../../page-words.server";
import { NoTenancy, PreviewWall, ShowWall } from "../show-wall.server";

type Props = { params: Promise<{ view: string }>; searchParams: Promise<{ preview?: string }> };

const VIEWS = ["alerts", "areas", "now"] as const;

/** A single board of this screen, or a preview for a person who is signed in. */
async function BoardPage({ params, searchParams }: Props) {
  const { view } = await params;
  const { preview } = await searchParams;
  const kind = VIEWS.find((one) => one === view);
  if (!kind) notFound();
  if (preview !== undefined) return <Preview kind={kind} />;
  const screen = await currentScreen();
  if (screen.state !== "active") redirect("/wall");
  return <ShowWall actor={screen.actor} only={[plainBoard(kind)]} />;
}

export default withWords("(wall)/wall/[view]", BoardPage);

async function Preview({ kind }: { kind: (typeof VIEWS)[number] }) {
  const { tenancy } = await currentTenancy();
  if (!tenancy) return <NoTenancy />;
  const screen = {
    id: 0,
    name: (await requestWords()).t("wall.preview"),
    place: null,
    tenancyId: tenancy.tenantId,
    tenancyName: tenancy.name,
    timeZone: tenancy.timeZone,
    boards: [plainBoard(kind)],
    sound: false,
  };
  return <PreviewWall screen={screen} only={screen.boards} />;
}
