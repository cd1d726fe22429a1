"use client";
import { reportingWords } from "@/components/freshness/freshness-lines";
import { useFreshness, useNothingReceived, useQuiet } from "@/components/freshness/use-freshness";
import { useSite } from "@/components/live/site-context";
import { useTenantEndpoint } from "@/components/live/use-endpoint";
import { LinkButton } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/states";
import { useClock } from "@/components/ui/time";
import { useWords } from "@/components/words/words";
import { sentence } from "@/lib/base/core/text";
import { DOUBT_WORDS, QUIET_TITLES } from "@/lib/display/freshness/judge";
import { areasOverview } from "@/lib/farm/areas/contract";

/** No notification was ever received, so an empty list says nothing about the plants. */
export function NotConnected() {
  const { t } = useWords();
  const { user, tenancy } = useSite();
  const isAdmin = user.role === "admin";
  return (
    <EmptyState
      icon="plus"
      title={t("alerts.empty.notConnected")}
      actions={
        isAdmin && (
          <LinkButton
            variant="primary"
            href={tenancy ? `/admin/connect/${encodeURIComponent(tenancy.tenantId)}` : "/admin/connect"}
          >
            {t(tenancy ? "alerts.empty.goOn" : "alerts.empty.connect")}
          </LinkButton>
        )
      }
    >
      {isAdmin ? t("alerts.empty.neverReceived") : t("alerts.empty.askAdmin")}
    </EmptyState>
  );
}

const QUIET_ICONS = { quiet: "ok", doubtful: "clock", unknown: "blind" } as const;

/** No alert is open, with the reasons to believe or doubt that. */
export function NothingOpen() {
  const words = useWords();
  const { t, siteTime } = words;
  const { now, zone } = useClock();
  const fresh = useFreshness();
  const quiet = useQuiet();
  const isUnknown = useNothingReceived();
  const areas = useTenantEndpoint(areasOverview);
  const answered = fresh?.notifications.answeredAt;
  const until = fresh?.readings.until;
  const reporting = reportingWords(words, areas.data?.items ?? [], now);
  const reasons = [
    answered && t("alerts.empty.answered", { time: siteTime(answered, zone, now) }),
    until &&
      reporting.total > 0 &&
      t("alerts.empty.reach", {
        count: reporting.reporting,
        all: reporting.total,
        time: siteTime(until, zone, now),
      }),
  ]
    .filter(Boolean)
    .join(", ");
  return (
    <EmptyState
      icon={QUIET_ICONS[quiet.state]}
      title={words.t(QUIET_TITLES[quiet.state])}
      actions={!isUnknown && <LinkButton href="/alerts?tab=closed">{t("alerts.empty.seeClosed")}</LinkButton>}
    >
      {quiet.doubts.length > 0 && (
        <p className="font-medium text-stale-text">
          {sentence(quiet.doubts.map((doubt) => words.t(DOUBT_WORDS[doubt])).join("; "))}
        </p>
      )}
      {reasons !== "" && (
        <p>
          {quiet.state === "quiet"
            ? t("alerts.empty.quietReasons", { reasons })
            : t("alerts.empty.knownSoFar", { reasons })}
        </p>
      )}
    </EmptyState>
  );
}
