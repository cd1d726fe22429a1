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
import { siteTime } from "@/lib/base/core/time";
import { QUIET_TITLES } from "@/lib/display/freshness/judge";
import { areasOverview } from "@/lib/farm/areas/contract";

/** No notification was ever received, so an empty list says nothing about the plants. */
export function NotConnected() {
  const { user, tenancy } = useSite();
  const isAdmin = user.role === "admin";
  return (
    <EmptyState
      icon="plus"
      title="Not connected yet"
      actions={
        isAdmin && (
          <LinkButton
            variant="primary"
            href={tenancy ? `/admin/connect/${encodeURIComponent(tenancy.tenantId)}` : "/admin/connect"}
          >
            {tenancy ? "Go on connecting" : "Connect a tenancy"}
          </LinkButton>
        )
      }
    >
      {isAdmin
        ? "No notification has ever come. This list says nothing about the plants until the service is connected: it needs a webhook secret here, and our address there."
        : "Your admin has not connected the service yet. This list says nothing about the plants until then."}
    </EmptyState>
  );
}

const QUIET_ICONS = { quiet: "ok", doubtful: "clock", unknown: "blind" } as const;

/** No alert is open, with the reasons to believe or doubt that. */
export function NothingOpen() {
  const words = useWords();
  const { now, zone } = useClock();
  const fresh = useFreshness();
  const quiet = useQuiet();
  const isUnknown = useNothingReceived();
  const areas = useTenantEndpoint(areasOverview);
  const answered = fresh?.notifications.answeredAt;
  const until = fresh?.readings.until;
  const reporting = reportingWords(words, areas.data?.items ?? [], now);
  const reasons = [
    answered && `the endpoint answered at ${siteTime(answered, zone, now)}`,
    until &&
      reporting.total > 0 &&
      `readings of ${reporting.reporting} of ${reporting.total} areas reach to ${siteTime(until, zone, now)}`,
  ].filter(Boolean);
  return (
    <EmptyState
      icon={QUIET_ICONS[quiet.state]}
      title={words.t(QUIET_TITLES[quiet.state])}
      actions={!isUnknown && <LinkButton href="/alerts?tab=closed">See closed alerts</LinkButton>}
    >
      {quiet.doubts.length > 0 && (
        <p className="font-medium text-stale-text">
          {sentence(quiet.doubts.map((doubt) => words.t(doubt)).join("; "))}
        </p>
      )}
      {reasons.length > 0 && (
        <p>{`${quiet.state === "quiet" ? "Quiet, as far as we can hear" : "Known so far"}: ${reasons.join(", ")}.`}</p>
      )}
    </EmptyState>
  );
}
