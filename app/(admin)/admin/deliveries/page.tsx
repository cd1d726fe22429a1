import type { Metadata } from "next";
import { DeliveryCounts, DeliveryFilters } from "@/components/admin/deliveries/delivery-filters";
import { DeliveryPanel } from "@/components/admin/deliveries/delivery-panel";
import { DeliveryRates } from "@/components/admin/deliveries/delivery-rates";
import { DeliveryTable } from "@/components/admin/deliveries/delivery-table";
import { SendTest } from "@/components/admin/deliveries/send-test";
import { PageHead } from "@/components/forms/page-head";
import { cx } from "@/components/ui/cx";
import { listFilterSchema } from "@/lib/alerting/deliveries/list";
import { readList, readRates, readWithSigner } from "@/lib/alerting/deliveries/service.server";
import { AppError } from "@/lib/base/core/errors";
import { listTenancies } from "@/lib/operations/connecting/admin.server";
import { requestWords } from "@/lib/web/preferences/language.server";
import { withWords } from "../../../page-words.server";
import { requireAdmin } from "../require-admin.server";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await requestWords()).t("admin.deliveries.title") };
}

type Props = { searchParams: Promise<Record<string, string | string[]>> };

async function DeliveriesPage({ searchParams }: Props) {
  const actor = await requireAdmin();
  const { t } = await requestWords();
  const filter = listFilterSchema.parse(await searchParams);
  const tenancies = await listTenancies(actor);
  const shown = tenancies.find(({ tenantId }) => tenantId === filter.tenant) ?? tenancies[0];
  const [list, rates, chosen] = await Promise.all([
    readList(actor, filter),
    readRates(actor, filter, shown?.timeZone ?? "UTC"),
    filter.id ? readWithSigner(actor, filter.id).catch(nullIfMissing) : null,
  ]);
  const names = tenancies.map(({ tenantId, name }) => ({ tenantId, name }));
  return (
    <div className={cx("grid lg:min-h-full", chosen && "lg:grid-cols-[minmax(0,1fr)_--spacing(117)]")}>
      <main className={cx("min-w-0 max-w-360 px-4 py-5 lg:px-6", chosen && "max-lg:hidden")}>
        <PageHead
          title={t("admin.deliveries.title")}
          action={names.length > 0 && <SendTest tenancies={names} />}
        />
        <DeliveryRates rates={rates} filter={filter} />
        <DeliveryCounts counts={list.counts} filter={filter} />
        <DeliveryFilters filter={filter} tenancies={names} counts={list.counts} />
        <DeliveryTable
          list={list}
          filter={filter}
          connected={tenancies.some((one) => one.webhookSecrets > 0)}
        />
      </main>
      {chosen && <DeliveryPanel key={chosen.id} delivery={chosen} filter={filter} />}
    </div>
  );
}

export default withWords("(admin)/admin/deliveries", DeliveriesPage);

function nullIfMissing(error: unknown): null {
  if (error instanceof AppError && error.code === "not-found") return null;
  throw error;
}
