"use client";

import { useState } from "react";
import { useRole, useSite } from "@/components/live/site-context";
import { useOpenPage } from "@/components/ui/link";
import { Menu } from "@/components/ui/menu";
import { Avatar } from "@/components/ui/panel";
import { useWords } from "@/components/words/words";
import { initialsOf } from "@/lib/base/core/text";
import type { PlainKey } from "@/lib/base/words/messages";
import { ROLE_WORDS } from "@/lib/base/words/roles";
import { chooseTheme } from "@/lib/web/preferences/actions";
import { THEME_CHOICES, type ThemeChoice, themeOf } from "@/lib/web/preferences/contract";
import { OWN_PLACES } from "./navigation";
import { useShortcutSettings } from "./shortcuts";
import { signOut } from "./sign-out";

/** The menu under the initials: who is signed in, theme, single keys, own pages, sign-out. */
export function UserMenu() {
  const { t } = useWords();
  const { user } = useSite();
  const role = useRole();
  const { theme, choose } = useTheme();
  const keys = useShortcutSettings();
  const openPage = useOpenPage();
  const act = (id: string) => {
    if (id === "help") keys.openHelp();
    else if (id === "keys") keys.setEnabled(!keys.enabled);
    else if (id.startsWith("/")) openPage(id);
    else if (id === "sign-out") void signOut();
    else choose(id as ThemeChoice);
  };
  return (
    <Menu
      label={t("shell.you")}
      placement="bottom end"
      trigger={
        <button
          type="button"
          aria-label={t("shell.userMenu", { initials: initialsOf(user.name), name: user.name })}
          className="ml-1 inline-grid size-8 shrink-0 place-items-center rounded-full touch:size-target"
        >
          <Avatar name={user.name} />
        </button>
      }
      header={
        <div className="px-2.5 pt-2 pb-2.5">
          <div className="font-strong">{user.name}</div>
          <div className="text-sm text-ink-3 ">{t(ROLE_WORDS[role])}</div>
        </div>
      }
      groups={[
        {
          id: "theme",
          title: t("shell.theme.title"),
          entries: THEME_CHOICES.map((id) => ({ id, label: t(THEME_WORDS[id]), chosen: id === theme })),
        },
        {
          id: "keyboard",
          title: t("shell.keyboard"),
          entries: [
            { id: "keys", label: t("shell.singleKeys"), chosen: keys.enabled },
            { id: "help", label: t("shell.allKeys"), hint: "?", icon: "keyboard" },
          ],
        },
        {
          id: "own",
          entries: OWN_PLACES.map(({ href, icon, label }) => ({ id: href, icon, label: t(label) })),
        },
        { id: "session", entries: [{ id: "sign-out", label: t("shell.signOut"), icon: "sign-out" }] },
      ]}
      onAction={act}
    />
  );
}

/** The theme of this page; a choice applies at once and is remembered by a cookie. */
export function useTheme(): { theme: ThemeChoice; choose: (theme: ThemeChoice) => void } {
  const [theme, setTheme] = useState<ThemeChoice>(() =>
    typeof document === "undefined" ? "system" : themeOf(document.documentElement.dataset.theme),
  );
  const choose = (next: ThemeChoice) => {
    setTheme(next);
    if (next === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = next;
    void chooseTheme(next);
  };
  return { theme, choose };
}

export const THEME_WORDS = {
  system: "shell.theme.system",
  light: "shell.theme.light",
  dark: "shell.theme.dark",
} as const satisfies Record<ThemeChoice, PlainKey>;
