"use client";

import { parseAsStringLiteral, useQueryState } from "nuqs";
import { type ComponentProps, useId, useMemo } from "react";
import { type Hold, useHeldRows } from "@/components/alerts/use-held-list";
import { Spark } from "@/components/charts/spark";
import { sparkDomain, sparkPoints } from "@/components/charts/spark-shape";
import { compareAddress, MAX_COMPARED } from "@/components/compare/view";
import { useTenant } from "@/components/live/site-context";
import { useEndpoint } from "@/components/live/use-endpoint";
import {
  StateMark,
  useAreaState,
  useAreaStates,
  useIsSilent,
  useUnknownWords,
} from "@/components/places/area-state";
import { openAlertsInput } from "@/components/places/page-inputs";
import { badgeSince, badgeWordOf, kindKey, levelOf } from "@/components/ui/alert-words";
import { Segmented } from "@/components/ui/choices";
import { cx } from "@/components/ui/cx";
import { Link } from "@/components/ui/link";
import { Num } from "@/components/ui/num";
import { levelWords } from "@/components/ui/severity";
import { SiteTime, useClock } from "@/components/ui/time";
import { rich } from "@/components/words/rich";
import { useWords } from "@/components/words/words";
import { type Alert, listAlerts } from "@/lib/alerting/alerts/contract";
import { compareNames } from "@/lib/base/core/natural-order";
import { isWithin, nameOf } from "@/lib/base/core/paths";
import type { PlainKey } from "@/lib/base/words/messages";
import type { AreaState } from "@/lib/display/freshness/judge";
import { addressOf } from "@/lib/farm/areas/address";
import { type AreaOverview, areaSparks } from "@/lib/farm/areas/contract";
import { AREA_ROWS, AreaLines, listedPaths } from "./area-lines";
import { worstFirst } from "./rules";

type SparkData = Pick<ComponentProps<typeof Spark>, "from" | "to" | "points" | "domain">;

const ORDERS = ["worst", "name"] as const;

const ORDER_KEYS = {
  worst: "areas.tiles.orders.worst",
  name: "areas.tiles.orders.name",
} as const satisfies Record<Order, PlainKey>;

/**
 * The areas directly below one, worst first or by name. Their sparklines share one scale. On a phone they are
 * lines, worst first.
 */
export function AreaTiles({
  hold,
  path,
  items,
  titled = true,
}: {
  hold: Hold;
  path: string;
  items: readonly AreaOverview[];
  /** True to show a heading. */
  titled?: boolean;
}) {
  const { t } = useWords();
  const tenant = useTenant();
  const [order, setOrder] = useQueryState("order", parseAsStringLiteral(ORDERS).withDefault("worst"));
  const stateOf = useAreaStates();
  const named = useMemo(
    () => items.filter((item) => item.parent === path).sort((a, b) => compareNames(a.name, b.name)),
    [items, path],
  );
  const latest = useMemo(
    () => (order === "worst" ? worstFirst(named, stateOf) : named),
    [order, named, stateOf],
  );
  const children = useHeldRows(hold, useId(), latest, AREA_ROWS, {
    scope: `${order}\n${listedPaths(named)}`,
  }).shown;
  const { data } = useEndpoint(
    areaSparks,
    { query: { tenant, area: path, hours: 72 } },
    { enabled: children.length > 0 },
  );
  const alerts = useEndpoint(listAlerts, openAlertsInput(tenant, path), {
    enabled: children.some(({ openAlerts }) => openAlerts > 0),
  });
  if (children.length === 0) return null;
  const lines = new Map(data?.items.map((one) => [one.path, sparkPoints(one.points)]));
  const domain = sparkDomain([...lines.values()]);
  const sparkOf = (child: string): SparkData | undefined =>
    data && { from: data.from, to: data.to, domain, points: lines.get(child) ?? [] };
  return (
    <section aria-label={t("areas.tiles.label", { name: nameOf(path) || t("ui.noName") })}>
      {titled && (
        <Title
          count={children.length}
          order={order}
          onOrder={setOrder}
          compared={children.slice(0, MAX_COMPARED).map((child) => child.path)}
        />
      )}
      <AreaLines hold={hold} items={named} className="sm:hidden" />
      <ul className="grid max-sm:hidden grid-cols-[repeat(auto-fill,minmax(11.5rem,1fr))] gap-2.5">
        {children.map((child) => (
          <Tile
            key={child.path}
            item={child}
            spark={sparkOf(child.path)}
            worst={alerts.data?.items.find(({ areas }) =>
              areas.some((area) => isWithin(area.path, child.path)),
            )}
          />
        ))}
      </ul>
    </section>
  );
}

type Order = (typeof ORDERS)[number];

function Title(props: {
  count: number;
  order: Order;
  onOrder: (order: Order) => void;
  /** The first paths, as many as can be compared. */
  compared: string[];
}) {
  const { t } = useWords();
  return (
    <h2 className="mb-2.5 flex flex-wrap items-center gap-2">
      {t("areas.tiles.title")}{" "}
      <span className="rounded-full bg-sunken px-1.5 text-xs font-medium text-ink-2">{props.count}</span>
      <span className="text-sm font-normal text-ink-3 max-sm:hidden">{t("areas.tiles.hint")}</span>
      <span className="ml-auto text-sm font-normal text-ink-3 sm:hidden">{t("areas.tiles.worstFirst")}</span>
      {props.count > 1 && (
        <Link
          href={compareAddress({ what: "areas", area: props.compared })}
          className="text-sm font-medium text-accent hover:text-accent-hover max-sm:order-last max-sm:flex max-sm:min-h-target max-sm:basis-full max-sm:items-center sm:ml-auto"
        >
          {props.count > props.compared.length
            ? t("areas.tiles.compareFirst", { count: props.compared.length })
            : t("areas.tiles.compare")}
        </Link>
      )}
      {props.count > 1 && (
        <Segmented
          label={t("areas.tiles.order")}
          className="ml-1 font-normal max-sm:hidden"
          options={ORDERS.map((value) => ({ value, label: t(ORDER_KEYS[value]) }))}
          value={props.order}
          onChange={props.onOrder}
        />
      )}
    </h2>
  );
}

const LOOK: Record<AreaState, string> = {
  high: "border-high bg-high-tint shadow-[inset_4px_0_0_var(--high)]",
  medium: "border-medium bg-medium-tint [--knock:var(--medium-tint)]",
  low: "border-low bg-surface",
  plain: "border-line bg-surface",
  healthy: "border-hairline bg-surface",
  "no-data": "border-dashed border-control bg-surface",
  unknown: "border-dashed border-stale bg-surface hatch",
};

/** @param worst its worst open alert, once read */
function Tile({ item, spark, worst }: { item: AreaOverview; spark?: SparkData; worst?: Alert }) {
  const { t } = useWords();
  const state = useAreaState(item);
  const isSilent = useIsSilent()(item);
  return (
    <li>
      <Link
        href={addressOf(item.path)}
        className={cx("flex h-full min-h-21 flex-col rounded-3 border px-3 py-2.5", LOOK[state])}
      >
        <span className="flex items-start gap-2">
          <span className="line-clamp-2 min-w-0 flex-1 font-strong wrap-anywhere" title={item.name}>
            <bdi>{item.name || t("ui.noName")}</bdi>
          </span>
          <StateMark state={state} />
        </span>
        {/* Two lines, also where the state takes one: an alert makes no tile higher. */}
        <span className="flex min-h-9 flex-col">
          <StateLine item={item} state={state} worst={worst} />
        </span>
        <span className="mt-auto flex items-end justify-between gap-2 pt-1">
          <LastValue item={item} state={isSilent ? "no-data" : state} />
          {spark && spark.points.length > 0 && (
            <Spark {...spark} index="HEALTH" width={64} height={26} isOld={isSilent || state === "unknown"} />
          )}
        </span>
      </Link>
    </li>
  );
}

/** The last Health; for an area without data only its time, so that nothing old looks live. */
function LastValue({ item, state }: { item: AreaOverview; state: AreaState }) {
  const words = useWords();
  if (state === "no-data" && item.lastReadingAt !== null)
    return (
      <span className="text-sm text-ink-3">
        {rich(words, "areas.tiles.last", { time: <SiteTime at={item.lastReadingAt} /> })}
      </span>
    );
  if (!item.health) return <span className="text-sm text-ink-3">{words.t("areas.tiles.noHealth")}</span>;
  return (
    <span className="text-sm text-ink-3">
      <span className="whitespace-nowrap">
        {rich(words, "areas.tiles.health", {
          value: (
            <Num
              value={item.health.value}
              className={state === "unknown" ? "text-base" : "text-base text-ink-1"}
            />
          ),
        })}
      </span>
      <SiteTime at={item.health.at} className="block text-xs whitespace-nowrap" />
    </span>
  );
}

function StateLine({ item, state, worst }: { item: AreaOverview; state: AreaState; worst?: Alert }) {
  const { t, formatDuration } = useWords();
  const { now } = useClock();
  const why = useUnknownWords();
  if (state === "healthy") return <span className="text-sm text-ink-2">{t("areas.tiles.healthy")}</span>;
  if (state === "unknown")
    return <span className="text-sm text-stale-text">{t("areas.tiles.unknown", { why })}</span>;
  if (state === "no-data")
    return (
      <span className="text-sm text-silent-text">
        {item.lastReadingAt === null
          ? t("areas.tiles.noReadings")
          : t("areas.tiles.noData", {
              length: formatDuration(now.getTime() - Date.parse(item.lastReadingAt)),
            })}
      </span>
    );
  const known = worst && levelOf(worst) === state ? worst : undefined;
  const count = item.openAlerts;
  return (
    <>
      <span className="text-sm font-strong">
        {known
          ? t("areas.tiles.since", {
              severity: badgeWordOf(known),
              length: formatDuration(now.getTime() - Date.parse(badgeSince(known))),
            })
          : levelWords(state, item.severities, item.plants).join(", ")}
      </span>
      <span className="text-sm text-ink-2">
        {known && count > 1
          ? t("areas.tiles.kindAndOpen", { kind: t(kindKey(known)), count })
          : known
            ? t(kindKey(known))
            : count > 1 && t("areas.tiles.open", { count })}
      </span>
    </>
  );
}
