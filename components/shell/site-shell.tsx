"use client";

import { useQueryClient } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import { type ReactNode, useEffect, useState } from "react";
import { FreshnessStrip } from "@/components/freshness/freshness-strip";
import { LiveProvider } from "@/components/live/live-provider";
import { SignedOut } from "@/components/live/signed-out";
import { type Site, SiteProvider, useSite, useTenant } from "@/components/live/site-context";
import { readsTouchedBy } from "@/components/live/stream-plan";
import { useEndpoint } from "@/components/live/use-endpoint";
import { KeepWorker } from "@/components/notices/keep-worker";
import { ClockProvider, useServerTime } from "@/components/ui/time";
import { ToastProvider } from "@/components/ui/toast";
import { useWords } from "@/components/words/words";
import { countAlerts } from "@/lib/alerting/alerts/contract";
import { HOUR_MS } from "@/lib/base/core/time";
import { splitSitePath } from "@/lib/base/request/site-path";
import { TENANCY_COOKIE } from "@/lib/web/preferences/contract";
import { BottomNav } from "./bottom-nav";
import { isAboutOther } from "./navigation";
import { PhoneHeader, PhoneHeaderProvider } from "./phone-header";
import { ShortcutsProvider } from "./shortcuts";
import { TopBar } from "./top-bar";
import { useIsOnAllSites, usePath } from "./use-path";

/** The frame of every page for people: bars, freshness strip, toasts, keys, clock, events. */
export function SiteShell({
  site,
  now,
  singleKeys,
  children,
}: {
  site: Site;
  now: string;
  singleKeys: boolean;
  children: ReactNode;
}) {
  const { t } = useWords();
  const isAll = useIsOnAllSites();
  const path = usePath();
  const isOfOther = site.tenancy !== null && isAboutOther(path, site.tenancy.tenantId);
  return (
    <NuqsAdapter>
      <SiteProvider site={site}>
        <ClockProvider now={now} zone={site.tenancy?.timeZone ?? "UTC"}>
          <LiveProvider tenantId={isAll ? null : (site.tenancy?.tenantId ?? null)} userId={site.user.id}>
            <SignedOut userId={site.user.id} />
            <KeepWorker />
            <TenancyOfAddress />
            <SnoozeClock />
            <ToastProvider>
              <ShortcutsProvider initiallyEnabled={singleKeys}>
                <PhoneHeaderProvider>
                  <a
                    href="#content"
                    className="sr-only z-50 rounded-2 bg-raised px-3 py-2 focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
                  >
                    {t("shell.toContent")}
                  </a>
                  <TopBar />
                  <PhoneHeader />
                  <FreshnessStrip isSilent={isAll || isOfOther} />
                  <div id="content" tabIndex={-1} className="outline-none [box-shadow:none]">
                    {children}
                  </div>
                  <BottomNav />
                </PhoneHeaderProvider>
              </ShortcutsProvider>
            </ToastProvider>
          </LiveProvider>
        </ClockProvider>
      </SiteProvider>
    </NuqsAdapter>
  );
}

/**
 * Remembers the tenancy of the address, if the server found it. Where the router went to another one, loads the page as a
 * whole: the frame around it still shows the last one.
 */
function TenancyOfAddress() {
  const { tenancy } = useSite();
  const path = usePathname() ?? "/";
  const named = splitSitePath(path)?.slug;
  // A page that is not found may have the frame of another tenancy, also after it was loaded again.
  const [loaded] = useState(named);
  const isOther = named !== undefined && named !== loaded && named !== tenancy?.slug;
  // biome-ignore lint/correctness/useExhaustiveDependencies: path: another window may have shown another tenancy meanwhile
  useEffect(() => {
    if (isOther) window.location.reload();
    else if (named !== undefined && named === tenancy?.slug) remember(named);
  }, [isOther, named, tenancy?.slug, path]);
  return null;
}

function remember(slug: string): void {
  const safety = window.location.protocol === "https:" ? "; secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: cookieStore exists only over https
  document.cookie = `${TENANCY_COOKIE}=${slug}; path=/; max-age=31536000; samesite=lax${safety}`;
}

const MIN_WAIT_MS = 1_000;
const MAX_WAIT_MS = HOUR_MS;

/** Reads alerts again when a snooze ends: nothing is written then, so no event says so. */
function SnoozeClock() {
  const tenant = useTenant();
  const client = useQueryClient();
  const serverTime = useServerTime();
  const counts = useEndpoint(countAlerts, { query: { tenant } }, { enabled: tenant !== undefined }).data;
  const end = counts?.nextSnoozeEnd ?? null;
  useEffect(() => {
    if (end === null) return;
    const left = () => Date.parse(end) - serverTime(Date.now()).getTime();
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      const check = () => {
        if (left() <= 0) void client.invalidateQueries(readsTouchedBy("alert"));
        wait();
      };
      timer = setTimeout(check, Math.min(Math.max(left(), MIN_WAIT_MS), MAX_WAIT_MS));
    };
    wait();
    return () => clearTimeout(timer);
  }, [client, end, serverTime]);
  return null;
}
