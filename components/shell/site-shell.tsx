"use client";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import type { ReactNode } from "react";
import { claimThisDevice } from "@/app/(site)/account/notices/actions";
import { chooseShortcuts } from "@/app/(site)/preferences";
import { LiveProvider } from "@/components/live/live-provider";
import { SignedOut } from "@/components/live/signed-out";
import { KeepWorker } from "@/components/notices/keep-worker";
import { ClockProvider } from "@/components/ui/clock";
import { ToastProvider } from "@/components/ui/toast";
import { BottomNav } from "./bottom-nav";
import { DiskFullBar } from "./disk-full-bar";
import { FreshnessStrip } from "./freshness-strip";
import { PhoneHeader, PhoneHeaderProvider } from "./phone-header";
import { ShortcutsProvider } from "./shortcuts";
import { type Site, SiteProvider } from "./site-context";
import { SnoozeClock } from "./snooze-clock";
import { TopBar } from "./top-bar";

/** The frame of every page that people browse: bars, strip, toasts, keys, clock, events. */
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
  return (
    <NuqsAdapter>
      <SiteProvider site={site}>
        <ClockProvider now={now} zone={site.tenancy?.timeZone ?? "UTC"}>
          <LiveProvider tenantId={site.tenancy?.tenantId ?? null} userId={site.user.id}>
            <SignedOut userId={site.user.id} />
            <KeepWorker claim={claimThisDevice} />
            <SnoozeClock />
            <ShortcutsProvider initiallyEnabled={singleKeys} remember={chooseShortcuts}>
              <ToastProvider>
                <PhoneHeaderProvider>
                  <a
                    href="#content"
                    className="sr-only z-50 rounded-2 bg-raised px-3 py-2 focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
                  >
                    To the content
                  </a>
                  <TopBar />
                  <PhoneHeader />
                  <FreshnessStrip />
                  <DiskFullBar />
                  <div id="content" tabIndex={-1} className="outline-none [box-shadow:none]">
                    {children}
                  </div>
                  <BottomNav />
                </PhoneHeaderProvider>
              </ToastProvider>
            </ShortcutsProvider>
          </LiveProvider>
        </ClockProvider>
      </SiteProvider>
    </NuqsAdapter>
  );
}
