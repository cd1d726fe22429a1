import type { Metadata } from "next";
import { Suspense } from "react";
import { currentTenancy } from "@/app/(site)/current-tenancy.server";
import { ADMIN_PAGES } from "@/components/admin/admin-pages";
import { FindingList } from "@/components/admin/finding-list";
import { listFindings } from "@/components/admin/findings";
import { AdminPage } from "@/components/forms/page-head";
import { Link } from "@/components/ui/link";
import { Panel } from "@/components/ui/panel";
import { SkeletonRows } from "@/components/ui/states";
import { countLastDay } from "@/lib/alerting/deliveries/service.server";
import { readHighCoverage } from "@/lib/alerting/notices/service.server";
import { outagesOfLastDay } from "@/lib/alerting/outages/contract";
import { readOutages } from "@/lib/alerting/outages/service.server";
import { judgeNotifications, judgeReadings } from "@/lib/display/freshness/judge";
import { getFreshness } from "@/lib/display/freshness/service.server";
import { listScreens } from "@/lib/display/screens/service.server";
import type { TenancySummary } from "@/lib/farm/tenancies/contract";
import type { Actor } from "@/lib/identity/actor/contract";
import { listTokens } from "@/lib/identity/tokens/service.server";
import { listUsers } from "@/lib/identity/users/service.server";
import { listTenancies } from "@/lib/operations/connecting/admin.server";
import { examineSystem } from "@/lib/operations/doctor/service.server";
import { LOW_SPACE_BYTES, readDisk, readReadiness } from "@/lib/operations/health/service.server";
import { requestWords } from "@/lib/web/preferences/language.server";
import { withWords } from "../../page-words.server";
import { requireAdmin } from "./require-admin.server";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await requestWords()).t("admin.overview.title") };
}

/** The sources of each tenancy, judged as on Now, so that both pages say the same. */
async function sourcesOf(actor: Actor, tenancies: readonly TenancySummary[], now: Date) {
  const present = tenancies.filter(({ deleting }) => !deleting);
  const read = present.map(async ({ tenantId }) => {
    const { notifications, readings } = await getFreshness(actor, { tenant: tenantId });
    const judged = {
      notifications: judgeNotifications(notifications, now),
      readings: judgeReadings(readings, now),
    };
    return [tenantId, judged] as const;
  });
  return new Map(await Promise.all(read));
}

type Facts = Parameters<typeof listFindings>[1];

/** Streamed after the page: the checks of the system call other servers, which may take seconds to answer. */
async function PresentFindings({
  facts,
  system,
}: {
  facts: Omit<Facts, "system">;
  system: Promise<Facts["system"]>;
}) {
  return <FindingList findings={listFindings(await requestWords(), { ...facts, system: await system })} />;
}

async function AdminOverviewPage() {
  const actor = await requireAdmin();
  const system = examineSystem(actor, null);
  const [tenancies, counts, readiness, disk, users, screens, tokens, { items: outages }, high, { tenancy }] =
    await Promise.all([
      listTenancies(actor),
      countLastDay(actor),
      readReadiness(),
      readDisk(),
      listUsers(actor),
      listScreens(actor),
      listTokens(actor),
      readOutages(actor, {}),
      readHighCoverage(actor),
      currentTenancy(),
    ]);
  const now = new Date();
  const facts = {
    ...{ tenancies, counts, screens, high, now },
    spool: readiness.spool,
    disk: { ...disk, lowBelow: LOW_SPACE_BYTES },
    outages: outagesOfLastDay(outages, now),
    sources: await sourcesOf(actor, tenancies, now),
    zone: tenancy?.timeZone ?? "UTC",
  };
  const failing = tenancies.filter(({ lastError }) => lastError !== null).length;
  const inUse = (list: { revokedAt: string | null }[]) => list.filter(({ revokedAt }) => !revokedAt).length;
  const { t } = await requestWords();
  const hints: Record<(typeof ADMIN_PAGES)[number]["name"], string> = {
    "admin.menu.tenancies":
      tenancies.length === 0 ? t("admin.overview.noTenancy") : tenancies.map(({ name }) => name).join(", "),
    "admin.menu.deliveries": t("admin.overview.deliveries", { count: counts.quarantined }),
    "admin.menu.health":
      failing === 0
        ? t("admin.overview.noFetchFails")
        : t("admin.overview.fetchesFail", { count: failing, all: tenancies.length }),
    "admin.menu.users": t("admin.overview.users", {
      count: users.filter(({ disabledAt }) => !disabledAt).length,
    }),
    "admin.menu.screens": t("admin.overview.inUse", { count: inUse(screens) }),
    "admin.menu.tokens": t("admin.overview.inUse", { count: inUse(tokens) }),
    "admin.menu.audit": t("admin.overview.audit"),
    "admin.menu.retention": t("admin.overview.retention"),
    "admin.menu.system": t("admin.overview.system"),
  };
  return (
    <AdminPage title={t("admin.overview.title")}>
      <Suspense
        fallback={
          <Panel label={t("admin.findings.label")} className="mb-4">
            <SkeletonRows rows={1} label={t("admin.findings.reading")} />
          </Panel>
        }
      >
        <PresentFindings facts={facts} system={system} />
      </Suspense>
      <Panel label={t("admin.overview.pages")}>
        <ul className="divide-y divide-hairline">
          {ADMIN_PAGES.map(({ href, name }) => (
            <li key={href} className="relative flex min-h-bar items-center gap-x-4 px-4 py-2 hover:bg-hover">
              <Link href={href} className="covers w-28 shrink-0 font-strong sm:w-36 no-underline">
                {t(name)}
              </Link>
              <span className="min-w-0 text-sm text-ink-2">{hints[name]}</span>
            </li>
          ))}
        </ul>
      </Panel>
    </AdminPage>
  );
}

export default withWords("(admin)/admin", AdminOverviewPage);
