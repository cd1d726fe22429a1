import type { ReactNode } from "react";
import { AdminMenu } from "@/components/admin/admin-menu";
import { countLastDay } from "@/lib/alerting/deliveries/service.server";
import { withWords } from "../../page-words.server";
import { requireAdmin } from "./require-admin.server";

async function AdminLayout({ children }: { children: ReactNode }) {
  const actor = await requireAdmin();
  const { quarantined } = await countLastDay(actor);
  return (
    <div className="lg:grid lg:min-h-[calc(100dvh-var(--bar)-var(--strip))] lg:grid-cols-[--spacing(47)_minmax(0,1fr)]">
      <AdminMenu quarantined={quarantined} />
      <div className="min-w-0 max-sm:pb-20">{children}</div>
    </div>
  );
}

export default withWords("(admin)/admin frame", AdminLayout);
