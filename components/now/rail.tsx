"use client";
import { useMemo } from "react";
import { alertHref, PlaceName } from "@/components/alerts/alert-parts";
import { EvidenceSpark } from "@/components/alerts/evidence-parts";
import type { RowKind } from "@/components/alerts/held-list";
import { type Hold, useHeldRows } from "@/components/alerts/use-held-list";
import { FreshnessFacts } from "@/components/freshness/freshness-facts";
import { useFreshness } from "@/components/freshness/use-freshness";
import { useOutagesOfLastDay } from "@/components/freshness/use-outages";
import { PathLine } from "@/components/ui/area-name";
import { IndexMark, indexLabel } from "@/components/ui/index-mark";
import { Link } from "@/components/ui/link";
import { Panel, StateWord } from "@/components/ui/panel";
import { SeverityCounts } from "@/components/ui/severity";
import { SiteTime, useClock } from "@/components/ui/time";
import { rich } from "@/components/words/rich";
import { useWords } from "@/components/words/words";
import type { ListedAlert } from "@/lib/alerting/alerts/contract";
import { displayPath } from "@/lib/base/core/paths";
import { addressOf } from "@/lib/farm/areas/address";
import type { AreaOverview } from "@/lib/farm/areas/contract";
import { type Fall, listFalls, listWorstAreas } from "./lists";

const SHOWN = 6;

const AREA_ROWS: RowKind<AreaOverview> = { words: "order", idOf: ({ path }) => path };

export function WorstAreas({ hold, areas }: { hold: Hold; areas: AreaOverview[] | undefined }) {
  const { t } = useWords();
  const latest = useMemo(() => areas && listWorstAreas(areas), [areas]);
  const worst = useHeldRows(hold, "worst areas", latest, AREA_ROWS).shown;
  if (worst.length === 0) return null;
  return (
    <Panel
      title={t("now.rail.worstAreas")}
      end={worst.length > SHOWN && t("now.rail.shownOf", { count: SHOWN, all: worst.length })}
    >
      <ul className="py-1">
        {worst.slice(0, SHOWN).map((area) => (
          <li key={area.path}>
            <Link
              href={addressOf(area.path)}
              className="flex min-h-row items-center gap-3 px-4 py-1.5 -outline-offset-2 transition-colors hover:bg-hover"
            >
              <span className="min-w-0 flex-1">
                <bdi className="block font-strong wrap-anywhere">{area.name || t("ui.noName")}</bdi>
                {area.parent && <PathLine path={displayPath(area.parent)} className="text-xs text-ink-3" />}
              </span>
              <SeverityCounts counts={area.severities} plants={area.plants} />
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const FALL_ROWS: RowKind<Fall> = { words: "order", idOf: ({ alert }) => alert.alertId };

/** Open alerts whose index has fallen in a day, the largest share first. */
export function WorseThanYesterday({ hold, alerts }: { hold: Hold; alerts: ListedAlert[] | undefined }) {
  const words = useWords();
  const { t, formatIndexValue } = words;
  const { now } = useClock();
  const latest = useMemo(() => alerts && listFalls(alerts, now), [alerts, now]);
  const worse = useHeldRows(hold, "falls", latest, FALL_ROWS).shown;
  if (worse.length === 0) return null;
  return (
    <Panel title={t("now.rail.worse")}>
      <ul className="py-1">
        {worse.slice(0, SHOWN).map(({ alert, evidence, from, to }) => (
          <li key={alert.alertId}>
            <Link
              href={alertHref(alert.alertId)}
              className="flex min-h-row items-center gap-2 px-4 py-1.5 -outline-offset-2 transition-colors hover:bg-hover"
            >
              <span className="min-w-0 flex-1">
                <PlaceName alert={alert} className="font-strong" />
                <span className="flex items-center gap-1 text-xs text-ink-3">
                  <IndexMark index={evidence.index} className="size-2.5" />
                  <span className="truncate">{indexLabel(evidence.index)}</span>
                  {evidence.last && <SiteTime at={evidence.last.at} className="shrink-0 pl-1" />}
                </span>
              </span>
              <EvidenceSpark alert={alert} width={52} height={26} />
              <span className="min-w-19 text-right whitespace-nowrap text-ink-3">
                {rich(words, "now.rail.fromTo", {
                  from: formatIndexValue(from, evidence.index),
                  to: <span className="font-strong text-ink-1">{formatIndexValue(to, evidence.index)}</span>,
                })}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const STATE_WORDS = {
  fresh: ["ok", "now.restsOn.fresh"],
  late: ["stale", "now.restsOn.late"],
  stale: ["stale", "now.restsOn.stopped"],
  blind: ["stale", "now.restsOn.blind"],
  never: ["silent", "now.restsOn.notConnected"],
} as const;

const MISSING = ["stale", "now.restsOn.missing"] as const;
const SET_ASIDE = ["stale", "now.restsOn.quarantine"] as const;
const NOTHING_YET = ["silent", "now.restsOn.noNotification"] as const;

const ORDER = ["blind", "stale", "never", "late", "fresh"] as const;

/** The words while both sources are fresh, which outages and quarantine can still qualify. */
function freshWords(outages: number, fresh: ReturnType<typeof useFreshness>) {
  if (outages > 0) return MISSING;
  if (fresh && fresh.notifications.quarantined > 0) return SET_ASIDE;
  return fresh?.notifications.lastAt ? STATE_WORDS.fresh : NOTHING_YET;
}

/** The facts that say if a quiet page may be trusted. */
export function RestsOn() {
  const { t } = useWords();
  const fresh = useFreshness();
  const outages = useOutagesOfLastDay();
  const states = fresh ? [fresh.notifications.state, fresh.readings.state] : (["never"] as const);
  const worst = ORDER.find((state) => (states as readonly string[]).includes(state)) ?? "never";
  const [look, word] = worst === "fresh" ? freshWords(outages.length, fresh) : STATE_WORDS[worst];
  const isAddress = fresh && fresh.readings.state === "fresh" && (worst === "late" || worst === "stale");
  return (
    <Panel
      title={t("freshness.strip.about")}
      end={<StateWord state={look}>{t(isAddress ? "now.restsOn.silent" : word)}</StateWord>}
    >
      <div className="p-4" id="rests-on">
        <FreshnessFacts />
      </div>
    </Panel>
  );
}
