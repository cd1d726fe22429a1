import type { Metadata } from "next";
import { ListPage } from "@/components/admin/list-page";
import { matches, readSearch } from "@/components/admin/search-words";
import { InviteUser } from "@/components/admin/users/user-dialogs";
import { UserTable } from "@/components/admin/users/user-table";
import { ROLES } from "@/lib/base/core/access";
import { canMail } from "@/lib/base/mail/mail.server";
import { visibleTenancies } from "@/lib/farm/tenancies/service.server";
import { needsSecondFactor } from "@/lib/identity/auth/guard.server";
import { listUsers } from "@/lib/identity/users/service.server";
import { withWords } from "../../../page-words.server";
import { requireAdmin } from "../require-admin.server";

export const metadata: Metadata = { title: "Users" };

type Props = { searchParams: Promise<Record<string, string | string[]>> };

async function UsersPage({ searchParams }: Props) {
  const actor = await requireAdmin();
  const search = readSearch(await searchParams);
  const [all, refs] = await Promise.all([listUsers(actor), visibleTenancies(actor)]);
  const users = all.filter(({ name, email }) => matches(search, name, email));
  const isAlone = all.length === 1;
  const tenancies = refs.map(({ tenantId, name }) => ({ tenantId, name }));
  return (
    <ListPage
      title="Users"
      hint="Viewers read, growers also act on alerts and run queries, admins also see these pages. Viewers and growers may be limited to some control areas."
      action={<InviteUser tenancies={tenancies} canMail={canMail()} />}
      path="/admin/users"
      search={search}
      searchLabel="Name or email"
      canSearch={!isAlone}
      isEmpty={users.length === 0 || isAlone}
      icon="user"
      searched="Names and emails are searched."
      connected={refs.length > 0}
      beforeConnecting="You can invite people already; they see alerts and readings once a tenancy is connected."
      nothingYet={{
        title: "Nobody else yet",
        text: "Invite whoever looks after the plants: growers act on alerts, viewers read.",
      }}
    >
      {users.length > 0 && (
        <UserTable
          users={users}
          tenancies={tenancies}
          canMail={canMail()}
          twoFactorRoles={ROLES.filter(needsSecondFactor)}
          selfId={actor.kind === "user" ? actor.id : null}
        />
      )}
    </ListPage>
  );
}

export default withWords("(admin)/admin/users", UsersPage);
