import type { Metadata } from "next";
import { InviteUser } from "@/components/admin/invite-user";
import { PageBody, PageHead } from "@/components/admin/page-head";
import { UserTable } from "@/components/admin/user-table";
import { Panel } from "@/components/ui/panel";
import { visibleTenancies } from "@/lib/tenancies/service.server";
import { listUsers } from "@/lib/users/service.server";
import { requireAdmin } from "../require-admin.server";
import {
  editUserAction,
  endSessionsAction,
  inviteUserAction,
  removeSecondFactorAction,
  renewLinkAction,
  setUserAreasAction,
  setUserDisabledAction,
} from "./actions";

export const metadata: Metadata = { title: "Users" };

export default async function UsersPage() {
  const actor = await requireAdmin();
  const [users, refs] = await Promise.all([listUsers(actor), visibleTenancies(actor)]);
  const tenancies = refs.map(({ tenantId, name }) => ({ tenantId, name }));
  return (
    <PageBody>
      <PageHead
        title="Users"
        hint="Viewers read, growers also act on alerts and run queries, admins also see these pages. Viewers and growers may be limited to some control areas."
        action={<InviteUser invite={inviteUserAction} tenancies={tenancies} />}
      />
      <Panel label="Users" className="overflow-hidden">
        <UserTable
          users={users}
          tenancies={tenancies}
          selfId={actor.kind === "user" ? actor.id : null}
          actions={{
            edit: editUserAction,
            setAreas: setUserAreasAction,
            setDisabled: setUserDisabledAction,
            renewLink: renewLinkAction,
            removeSecondFactor: removeSecondFactorAction,
            endSessions: endSessionsAction,
          }}
        />
      </Panel>
    </PageBody>
  );
}
