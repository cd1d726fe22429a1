"use client";
import { StateBadge, useAreaState } from "@/components/areas/area-state";
import { useEndpoint } from "@/components/live/use-endpoint";
import { useTenant } from "@/components/shell/site-context";
import { Link } from "@/components/ui/link";
import { NameLine } from "@/components/ui/name-line";
import { Num } from "@/components/ui/num";
import { Panel } from "@/components/ui/panel";
import { SiteTime } from "@/components/ui/time";
import type { AlertDetail } from "@/lib/alerts/contract";
import { addressOf } from "@/lib/areas/address";
import { type AreaOverview, areasOverview, listJobs } from "@/lib/areas/contract";
import { INDEX_FACTS } from "@/lib/core/indices";
import { compareNames } from "@/lib/core/natural-order";

/** The areas that the alert's job grows in, with their state and newest Health. */
export function OtherAreas({ alert }: { alert: AlertDetail }) {
  const tenant = useTenant();
  const enabled = tenant !== undefined;
  const overview = useEndpoint(areasOverview, { query: { tenant } }, { enabled });
  const jobs = useEndpoint(listJobs, { query: { tenant } }, { enabled });
  const job = jobs.data?.items.find((one) => one.jobId === alert.jobId);
  const paths = new Set([...(job?.areas ?? []), ...alert.areas.map((area) => area.path)]);
  const areas = (overview.data?.items ?? [])
    .filter((area) => paths.has(area.path))
    .sort((one, other) => compareNames(one.name, other.name));
  if (areas.length === 0) return null;
  return (
    <Panel title="Areas of this job" count={areas.length} end={`Health, ${INDEX_FACTS.HEALTH.unit}`}>
      <ul className="py-1">
        {areas.map((area) => (
          <Line key={area.path} area={area} />
        ))}
      </ul>
    </Panel>
  );
}

function Line({ area }: { area: AreaOverview }) {
  const state = useAreaState(area);
  return (
    <li>
      <Link
        href={addressOf(area.path)}
        className="flex min-h-10 items-center gap-3 px-4 py-1 -outline-offset-2 transition-colors hover:bg-hover touch:min-h-target"
      >
        <NameLine name={area.name || "(no name)"} className="flex-1 font-medium" />
        <StateBadge state={state} />
        <span className="min-w-14 text-right">
          <Num value={area.health?.value} index="HEALTH" />
          {area.health && <SiteTime at={area.health.at} className="block text-xs text-ink-3" />}
        </span>
      </Link>
    </li>
  );
}
