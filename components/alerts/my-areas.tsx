"use client";
import { useIsOfAll, useListTenant } from "@/components/live/list-scope";
import { useEndpoint } from "@/components/live/use-endpoint";
import { useFavourites } from "@/components/places/use-favourites";
import { countsWords } from "@/components/ui/alert-words";
import { cx } from "@/components/ui/cx";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { SeverityIcon } from "@/components/ui/severity";
import { rich } from "@/components/words/rich";
import { useWords } from "@/components/words/words";
import { countTabs } from "@/lib/alerting/alerts/contract";
import type { SeverityCounts } from "@/lib/base/core/severity";

const LINK = "font-medium whitespace-nowrap text-accent hover:text-accent-hover touch:min-h-target";

/** Says that only the person's own areas are shown, and what needs attention elsewhere. */
export function MyAreasLine({ onShowAll, className }: { onShowAll: () => void; className?: string }) {
  const words = useWords();
  const { t } = words;
  const { paths, isRead } = useFavourites();
  const tenant = useListTenant();
  const isOfAll = useIsOfAll();
  const { data } = useEndpoint(
    countTabs,
    { query: { tenant, mine: "true" } },
    { enabled: tenant !== undefined },
  );
  const { elsewhere, elsewherePlants } = data ?? {};
  return (
    <div
      role="status"
      className={cx(
        "flex flex-wrap items-center gap-x-2 gap-y-1 rounded-2 border border-accent bg-accent-tint px-3 py-1.5 text-sm",
        className,
      )}
    >
      <b className="font-strong">{t("alerts.mine.title")}</b>
      {!isOfAll && isRead && paths.length === 0 && (
        <span>{rich(words, "alerts.mine.none", { link: <Link href="/areas" className={LINK} /> })}</span>
      )}
      {elsewhere && <Elsewhere counts={elsewhere} plants={elsewherePlants} />}
      <button type="button" onClick={onShowAll} className={`ml-auto ${LINK}`}>
        {t("alerts.mine.showAll")}
      </button>
    </div>
  );
}

function Elsewhere({ counts, plants }: { counts: SeverityCounts; plants: SeverityCounts | undefined }) {
  const words = useWords();
  const { t } = words;
  const alerts = countsWords(words, counts, plants);
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  if (alerts === "") return <span className="text-ink-2">{t("alerts.mine.nothingElsewhere")}</span>;
  return (
    <span className="inline-flex items-center gap-1.5">
      {counts.high > 0 ? (
        <SeverityIcon level="high" />
      ) : (
        <Icon name="attention" className="size-4 text-ink-2" />
      )}
      {t("alerts.mine.elsewhere", { count: total, alerts })}
    </span>
  );
}
