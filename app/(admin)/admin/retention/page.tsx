import type { Metadata } from "next";
import { RetentionForm } from "@/components/admin/retention-form";
import { AdminPage } from "@/components/forms/page-head";
import { readRetention } from "@/lib/farm/retention/service.server";
import { requestWords } from "@/lib/web/preferences/language.server";
import { withWords } from "../../../page-words.server";
import { requireAdmin } from "../require-admin.server";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await requestWords()).t("admin.retention.title") };
}

async function RetentionPage() {
  const { t } = await requestWords();
  const state = await readRetention(await requireAdmin());
  return (
    <AdminPage title={t("admin.retention.title")} hint={t("admin.retention.hint")}>
      <RetentionForm state={state} />
    </AdminPage>
  );
}

export default withWords("(admin)/admin/retention", RetentionPage);
