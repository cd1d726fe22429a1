import type { Metadata } from "next";
import { NewSite } from "@/components/admin/tenancies/connect/new-site";
import { AdminPage } from "@/components/forms/page-head";
import { Link } from "@/components/ui/link";
import { requestWords } from "@/lib/web/preferences/language.server";
import { withWords } from "../../../page-words.server";
import { requireAdmin } from "../require-admin.server";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await requestWords()).t("admin.connect.title") };
}

async function ConnectPage() {
  await requireAdmin();
  const { t } = await requestWords();
  return (
    <AdminPage
      trail={
        <Link href="/admin/tenancies" className="font-medium text-accent">
          {t("admin.tenancies.title")}
        </Link>
      }
      title={t("admin.connect.title")}
      hint={t("admin.connect.hint")}
    >
      <NewSite />
    </AdminPage>
  );
}

export default withWords("(admin)/admin/connect", ConnectPage);
