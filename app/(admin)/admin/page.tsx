import type { Metadata } from "next";
import { FindingList } from "@/components/admin/finding-list";
import { findingsOf } from "@/components/admin/findings";
import { PageBody, PageHead } from "@/components/admin/page-head";
import { Link } from "@/components/ui/link";
import { Panel } from "@/components/ui/panel";
import { countLastDay } from "@/lib/deliveries/log.server";
import { readReadiness } from "@/lib/health/service.server";
import { listScreens } from "@/lib/screens/service.server";
import { listTenancies } from "@/lib/tenancies/admin.server";
import { listTokens } from "@/lib/tokens/service.server";
import { listUsers } from "@/lib/users/service.server";
import { requireAdmin } from "./require-admin.server";

export const metadata: Metadata = { title: "Admin" };

export default async function AdminPage() {
  const actor = await requireAdmin();
  const [tenancies, counts, readiness, users, screens, tokens] = await Promise.all([
    listTenancies(actor),
    countLastDay(actor),
    readReadiness(),
    listUsers(actor),
    listScreens(actor),
    listTokens(actor),
  ]);
  const { quarantined } = counts;
  const findings = findingsOf({ tenancies, counts, screens, spool: readiness.spool, now: new Date() });
  const failing = tenancies.filter(({ lastError }) => lastError !== null).length;
  const inUse = (list: { revokedAt: string | null }[]) => list.filter(({ revokedAt }) => !revokedAt).length;
  const lines = [
    {
      href: "/admin/tenancies",
      label: "Tenancies",
      fact: tenancies.length === 0 ? "None yet" : tenancies.map(({ name }) => name).join(", "),
    },
    {
      href: "/admin/deliveries",
      label: "Deliveries",
      fact: quarantined === 0 ? "None in quarantine, last 24 h" : `${quarantined} in quarantine, last 24 h`,
    },
    {
      href: "/admin/health",
      label: "Data health",
      fact: failing === 0 ? "No fetch is failing" : `Fetching fails for ${failing} of ${tenancies.length}`,
    },
    {
      href: "/admin/users",
      label: "Users",
      fact: `${users.filter(({ disabledAt }) => !disabledAt).length} may sign in`,
    },
    { href: "/admin/screens", label: "Screens", fact: `${inUse(screens)} in use` },
    { href: "/admin/tokens", label: "Tokens", fact: `${inUse(tokens)} in use` },
    { href: "/admin/audit", label: "Audit", fact: "Who changed what, and when" },
    { href: "/admin/retention", label: "Retention", fact: "How long what is kept" },
  ];
  return (
    <PageBody>
      <PageHead title="Admin" />
      <FindingList findings={findings} />
      <Panel label="What an admin looks after">
        <ul className="divide-y divide-hairline">
          {lines.map(({ href, label, fact }) => (
            <li key={href} className="relative flex min-h-bar items-center gap-x-4 px-4 py-2 hover:bg-hover">
              <Link href={href} className="covers w-28 shrink-0 font-strong sm:w-36 no-underline">
                {label}
              </Link>
              <span className="min-w-0 text-sm text-ink-2">{fact}</span>
            </li>
          ))}
        </ul>
      </Panel>
    </PageBody>
  );
}
