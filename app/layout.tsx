import "./globals.css";
import type { Metadata, Viewport } from "next";
import { cookies, headers } from "next/headers";
import type { ReactNode } from "react";
import { preload } from "react-dom";
import { LateAct } from "@/components/live/late-act";
import { LiveRegion } from "@/components/ui/live-region";
import { EARLY_SCRIPT_RETRY } from "@/lib/web/api/early-script-retry";
import { PREFERENCE_COOKIES, themeOf } from "@/lib/web/preferences/contract";
import { requestLanguage } from "@/lib/web/preferences/language.server";
import { PageWords } from "./page-words.server";

export const metadata: Metadata = {
  title: { default: "Leafwatch", template: "%s · Leafwatch" },
  description: "Plant alerts, index history and control areas",
  icons: { icon: "/icons/leaf.svg", apple: "/icons/leaf-touch-180.png" },
  manifest: "/manifest.webmanifest",
  appleWebApp: { title: "Leafwatch" },
};

export const viewport: Viewport = { width: "device-width", initialScale: 1 };

/** The font, preloaded with the styles so that text is not laid out twice. */
const FONT = new URL("@fontsource-variable/inter/files/inter-latin-wght-normal.woff2", import.meta.url);

/** Takes the theme from a cookie, so that the first paint has it without a script. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  preload(FONT.pathname, { as: "font", type: "font/woff2", crossOrigin: "anonymous" });
  const theme = themeOf((await cookies()).get(PREFERENCE_COOKIES.theme)?.value);
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  return (
    <html lang={await requestLanguage()} data-theme={theme === "system" ? undefined : theme}>
      <head>
        {/* Browsers hide the nonce from scripts, so that hydration would find another one. */}
        <script nonce={nonce} suppressHydrationWarning>
          {EARLY_SCRIPT_RETRY}
        </script>
      </head>
      <body>
        <PageWords page="frame">
          {children}
          <LiveRegion>
            <LateAct />
          </LiveRegion>
        </PageWords>
      </body>
    </html>
  );
}
