import type { Metadata } from "next";
import { NewSite } from "@/components/admin/tenancies/connect/new-site";
import { AdminPage } from "@/components/forms/page-head";
import { Link } from "@/components/ui/link";
import { withWords } from "../../../page-words.server";
import { requireAdmin } from "../require-admin.server";

export const metadata: Metadata = { title: "Connect a tenancy" };

async function ConnectPage() {
  await requireAdmin();
  return (
    <AdminPage
      trail={
        <Link href="/admin/tenancies" className="font-medium text-accent">
          Tenancies
        </Link>
      }
      title="Connect a tenancy"
      hint="Six steps, some ten minutes. Each is saved, and tried where it can be, before the next. At hand: the service's console, or its letter with addresses, client and tenant id."
    >
      <NewSite />
    </AdminPage>
  );
}

export default withWords("(admin)/admin/connect", ConnectPage);
