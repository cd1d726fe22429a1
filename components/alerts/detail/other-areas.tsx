"use client";
import { useTenantEndpoint } from "@/components/live/use-endpoint";
import { StateBadge, useAreaState } from "@/components/places/area-state";
import { NameLine } from "@/components/ui/area-name";
import { indexLabel } from "@/components/ui/index-mark";
import { Link } from "@/components/ui/link";
import { Num } from "@/components/ui/num";
import { Panel } from "@/components/ui/panel";
import { SiteTime } from "@/components/ui/time";
import { useWords } from "@/components/words/words";
import type { AlertDetail } from "@/lib/alerting/alerts/contract";
import { evidenceIndex } from "@/lib/alerting/alerts/evidence";
import { INDEX_FACTS } from "@/lib/base/core/indices";
import { compareNames } from "@/lib/base/core/natural-order";
import { addressOf } from "@/lib/farm/areas/address";
import { type AreaOverview, areasOverview } from "@/lib/farm/areas/contract";
import { useUsualChart } from "./use-alert-chart";

/** The areas of the alert's job, each with its state and the newest value of the alert's index. */
export function OtherAreas({ alert }: { alert: AlertDetail }) {
  const { t } = useWords();
  const overview = useTenantEndpoint(areasOverview);
  const index = evidenceIndex(alert);
  const values = new Map(useUsualChart(alert)?.areas.map(({ path, last }) => [path, last]));
  const areas = (overview.data?.items ?? [])
    .filter((area) => values.has(area.path))
    .sort((a, b) => compareNames(a.name, b.name));
  if (areas.length === 0) return null;
  return (
    <Panel
      title={t("alerts.areasOfJob")}
      count={areas.length}
      end={`${indexLabel(index)}, ${INDEX_FACTS[index].unit}`}
    >
      <ul className="py-1">
        {areas.map((area) => (
          <Line key={area.path} area={area} index={index} last={values.get(area.path)} />
        ))}
      </ul>
    </Panel>
  );
}

type Value = { at: string; value: number } | null | undefined;

function Line({ area, index, last }: { area: AreaOverview; index: string; last: Value }) {
  const { t } = useWords();
  const state = useAreaState(area);
  return (
    <li>
      <Link
        href={addressOf(area.path)}
        className="flex min-h-10 items-center gap-3 px-4 py-1 -outline-offset-2 transition-colors hover:bg-hover touch:min-h-target"
      >
        <NameLine name={area.name || t("ui.noName")} className="flex-1 font-medium" />
        <StateBadge state={state} item={area} />
        <span className="min-w-14 text-right">
          <Num value={last?.value} index={index} />
          {last && <SiteTime at={last.at} className="block text-xs text-ink-3" />}
        </span>
      </Link>
    </li>
  );
}
