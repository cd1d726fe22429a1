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
import { requestWords } from "@/lib/web/preferences/language.server";
import { withWords } from "../../../page-words.server";
import { requireAdmin } from "../require-admin.server";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await requestWords()).t("admin.users.title") };
}

type Props = { searchParams: Promise<Record<string, string | string[]>> };

async function UsersPage({ searchParams }: Props) {
  const actor = await requireAdmin();
  const { t } = await requestWords();
  const search = readSearch(await searchParams);
  const [all, refs] = await Promise.all([listUsers(actor), visibleTenancies(actor)]);
  const users = all.filter(({ name, email }) => matches(search, name, email));
  const isAlone = all.length === 1;
  const tenancies = refs.map(({ tenantId, name }) => ({ tenantId, name }));
  return (
    <ListPage
      title={t("admin.users.title")}
      hint={t("admin.users.hint")}
      action={<InviteUser tenancies={tenancies} canMail={canMail()} />}
      path="/admin/users"
      search={search}
      searchLabel={t("admin.users.search")}
      canSearch={!isAlone}
      isEmpty={users.length === 0 || isAlone}
      icon="user"
      searched={t("admin.users.searched")}
      connected={refs.length > 0}
      beforeConnecting={t("admin.users.beforeConnecting")}
      nothingYet={{
        title: t("admin.users.none.title"),
        text: t("admin.users.none.text"),
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
