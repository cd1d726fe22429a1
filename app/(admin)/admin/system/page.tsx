import type { Metadata } from "next";
import { SystemView } from "@/components/admin/system/system-view";
import { AdminPage } from "@/components/forms/page-head";
import { withWords } from "../../../page-words.server";
import { requireAdmin } from "../require-admin.server";

export const metadata: Metadata = { title: "System" };

async function SystemPage() {
  await requireAdmin();
  return (
    <AdminPage
      title="System"
      hint="The machine that Leafwatch runs on, and what it needs: disk space, a database, backups, the right time, valid certificates."
    >
      <SystemView />
    </AdminPage>
  );
}

export default withWords("(admin)/admin/system", SystemPage);
