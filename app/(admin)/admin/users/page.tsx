import type { Metadata } from "next";
import { NewUser } from "@/components/admin/new-user";
import { PageBody, PageHead } from "@/components/admin/page-head";
import { UserTable } from "@/components/admin/user-table";
import { Panel } from "@/components/ui/panel";
import { listUsers } from "@/lib/users/service.server";
import { requireAdmin } from "../require-admin.server";
import {
  createUserAction,
  editUserAction,
  endSessionsAction,
  resetPasswordAction,
  setUserDisabledAction,
} from "./actions";

export const metadata: Metadata = { title: "Users" };

export default async function UsersPage() {
  const actor = await requireAdmin();
  const users = await listUsers(actor);
  return (
    <PageBody>
      <PageHead
        title="Users"
        hint="Viewers read, growers also act on alerts and run queries, admins also see these pages."
        action={<NewUser create={createUserAction} />}
      />
      <Panel label="Users" className="overflow-hidden">
        <UserTable
          users={users}
          selfId={actor.kind === "user" ? actor.id : null}
          actions={{
            edit: editUserAction,
            setDisabled: setUserDisabledAction,
            resetPassword: resetPasswordAction,
            endSessions: endSessionsAction,
          }}
        />
      </Panel>
    </PageBody>
  );
}
