import type { Metadata } from "next";
import { AccessTable } from "@/components/admin/access-table";
import { NewScreen } from "@/components/admin/new-screen";
import { PageBody, PageHead } from "@/components/admin/page-head";
import { LinkButton } from "@/components/ui/button";
import { Panel } from "@/components/ui/panel";
import { EmptyState } from "@/components/ui/states";
import { VIEW_NAMES } from "@/lib/screens/contract";
import { listScreens } from "@/lib/screens/service.server";
import { visibleTenancies } from "@/lib/tenancies/service.server";
import { requireAdmin } from "../require-admin.server";
import { createScreenAction, revokeScreenAction } from "./actions";

export const metadata: Metadata = { title: "Screens" };

export default async function ScreensPage() {
  const actor = await requireAdmin();
  const [screens, tenancies] = await Promise.all([listScreens(actor), visibleTenancies(actor)]);
  const canAdd = tenancies.length > 0;
  return (
    <PageBody>
      <PageHead
        title="Screens"
        hint="A screen on the wall opens one address with its token, once, and then shows its view without anybody signing in. It reads alerts, areas, series and events of its tenancy, nothing else."
        action={canAdd && <NewScreen create={createScreenAction} tenancies={tenancies} />}
      />
      <Panel label="Screens" className="overflow-hidden">
        {screens.length === 0 ? (
          <EmptyState
            icon="screen"
            title="No screen hangs yet"
            actions={canAdd ? undefined : <LinkButton href="/admin/tenancies">To the tenancies</LinkButton>}
          >
            {canAdd
              ? "Add one for each display: when it is lost or replaced, its token is revoked alone."
              : "A screen shows a tenancy: connect one first."}
          </EmptyState>
        ) : (
          <AccessTable
            lines={screens.map((screen) => ({
              ...screen,
              grants: `${VIEW_NAMES[screen.view]} of ${screen.tenancyName ?? "the first tenancy"}`,
              lastAt: screen.lastSeenAt,
            }))}
            heads={{ grants: "Shows", lastAt: "Last seen" }}
            effect="The screen goes dark at its next request."
            revoke={revokeScreenAction}
          />
        )}
      </Panel>
    </PageBody>
  );
}
