"use client";
import { lazy, Suspense, useState } from "react";
import { useSite } from "@/components/live/site-context";
import { cx } from "@/components/ui/cx";
import { Dialog } from "@/components/ui/dialog";
import { Icon, type IconName } from "@/components/ui/icon";
import { useClockNear, useMinuteClock } from "@/components/ui/time";
import { rich } from "@/components/words/rich";
import { useWords } from "@/components/words/words";
import { cityOf } from "@/lib/base/core/text";
import { notificationsLine, readingsLine, type SourceLine } from "./freshness-lines";
import { LostBar, useLost } from "./lost-bar";
import { useFreshness } from "./use-freshness";

const diskFull = () => import("./disk-full-strip");
const DiskFullStrip = lazy(async () => ({ default: (await diskFull()).DiskFullStrip }));
const DiskFullWords = lazy(async () => ({ default: (await diskFull()).DiskFullWords }));
const FreshnessFacts = lazy(async () => ({ default: (await import("./freshness-facts")).FreshnessFacts }));

/**
 * The age of both sources, always in view, because a quiet page must say why it may be trusted. `isSilent`: the page is about
 * another tenancy than the one shown, or about all and says it of each itself.
 */
export function FreshnessStrip({ isSilent }: { isSilent: boolean }) {
  const words = useWords();
  const { t } = words;
  const { tenancy } = useSite();
  const fresh = useFreshness();
  const lost = useLost();
  const { now, zone } = useClockNear(
    fresh?.notifications.lastAt,
    fresh?.readings.until,
    fresh?.readings.nextTryAt,
  );
  const [open, setOpen] = useState(false);
  const fullSince = fresh?.notifications.diskFullSince ?? null;
  if (lost) return <LostBar since={lost.since} nextTryAt={lost.nextTryAt} isExtra={isSilent} />;
  const dialog = (
    <Dialog title={t("freshness.strip.about")} side="bottom" isOpen={open} onClose={() => setOpen(false)}>
      {fullSince && <DiskFullWords since={fullSince} />}
      <FreshnessFacts />
    </Dialog>
  );
  if (fullSince)
    return (
      <>
        <Suspense fallback={isSilent ? null : <div className="h-strip max-sm:h-9" />}>
          <DiskFullStrip since={fullSince} isExtra={isSilent} onOpen={() => setOpen(true)} />
        </Suspense>
        {dialog}
      </>
    );
  if (isSilent) return null;
  const notifications = notificationsLine(words, fresh, zone, now);
  const readings = readingsLine(words, fresh, zone, now);
  const isStale = notifications.tone === "stale" || readings.tone === "stale";
  return (
    <section
      aria-label={t("freshness.strip.label")}
      className={cx(
        "no-print sticky top-(--bar) z-10 flex h-strip items-center gap-6 overflow-x-clip border-b border-hairline px-6 text-sm text-ink-2 max-lg:gap-4 max-lg:px-4 max-sm:h-9 max-sm:gap-3.5",
        isStale ? "bg-stale-tint" : "bg-sunken",
      )}
    >
      <Source
        name={t("freshness.strip.notifications")}
        shortName={t("freshness.strip.alerts")}
        icon="notifications"
        line={notifications}
      />
      <Source
        name={t("freshness.strip.readings")}
        shortName={t("freshness.strip.readings")}
        icon="readings"
        line={readings}
      />
      {tenancy && <SiteClock />}
      <button
        type="button"
        aria-label={t("freshness.strip.about")}
        onClick={() => setOpen(true)}
        className="absolute inset-x-0 top-0 h-target -outline-offset-2 sm:hidden"
      />
      <Icon name="chevron-right" className="ml-auto size-4 shrink-0 text-ink-3 sm:hidden" />
      {dialog}
    </section>
  );
}

const FRESH = { text: "", icon: "text-healthy", strong: "text-ink-1" };
const TROUBLED = { text: "text-stale-text", icon: "", strong: "" };
const TONES: Record<SourceLine["tone"], typeof FRESH> = {
  fresh: FRESH,
  never: { ...FRESH, icon: "text-ink-3" },
  late: TROUBLED,
  stale: TROUBLED,
};

function Source({
  name,
  shortName,
  icon,
  line,
}: {
  name: string;
  shortName: string;
  icon: IconName;
  line: SourceLine;
}) {
  const tone = TONES[line.tone];
  const icons = { fresh: icon, never: "waiting", late: "clock", stale: "clock" } as const;
  return (
    <span className={cx("flex min-w-0 items-center gap-1.5 whitespace-nowrap", tone.text)}>
      <Icon name={icons[line.tone]} className={cx("size-4 shrink-0", tone.icon)} />
      <span className="max-sm:hidden">{name}</span>
      <span className="sm:hidden">{shortName}</span>
      <span className={cx("font-medium", tone.strong)}>
        <span className="max-sm:hidden">{line.strong}</span>
        <span className="sm:hidden">{line.shortStrong}</span>
      </span>
      <span className="min-w-0 truncate opacity-90 max-lg:hidden">{line.rest}</span>
    </span>
  );
}

function SiteClock() {
  const words = useWords();
  const { now, zone } = useMinuteClock();
  return (
    <span className="ml-auto shrink-0 whitespace-nowrap text-ink-3 max-md:hidden">
      {rich(words, "freshness.strip.siteTime", {
        time: <span className="font-medium text-ink-1" />,
        now: `${words.siteDayShort(now, zone)} ${words.timeOfDay(now, zone)}`,
        city: cityOf(zone),
      })}
    </span>
  );
}
