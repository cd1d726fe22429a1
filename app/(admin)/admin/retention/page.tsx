import type { Metadata } from "next";
import { RetentionForm } from "@/components/admin/retention-form";
import { AdminPage } from "@/components/forms/page-head";
import { readRetention } from "@/lib/farm/retention/service.server";
import { withWords } from "../../../page-words.server";
import { requireAdmin } from "../require-admin.server";

export const metadata: Metadata = { title: "Retention" };

async function RetentionPage() {
  const state = await readRetention(await requireAdmin());
  return (
    <AdminPage
      title="Retention"
      hint="How long Leafwatch keeps what piles up. Alerts, notifications and readings are kept for ever. What is older goes each night, from 03:17 UTC."
    >
      <RetentionForm state={state} />
    </AdminPage>
  );
}

export default withWords("(admin)/admin/retention", RetentionPage);
