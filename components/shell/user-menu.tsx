"use client";

import { useState } from "react";
import { useRole, useSite } from "@/components/live/site-context";
import { useOpenPage } from "@/components/ui/link";
import { Menu } from "@/components/ui/menu";
import { Avatar, initialsOf } from "@/components/ui/panel";
import { chooseTheme } from "@/lib/web/preferences/actions";
import { THEME_CHOICES, type ThemeChoice, themeOf } from "@/lib/web/preferences/contract";
import { OWN_PLACES } from "./navigation";
import { useShortcutSettings } from "./shortcuts";
import { signOut } from "./sign-out";

/** The menu under the initials: who is signed in, theme, single keys, own pages, sign-out. */
export function UserMenu() {
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
      label="You"
      placement="bottom end"
      trigger={
        <button
          type="button"
          aria-label={`${initialsOf(user.name)}, ${user.name}: menu`}
          className="ml-1 inline-grid size-8 shrink-0 place-items-center rounded-full touch:size-target"
        >
          <Avatar name={user.name} />
        </button>
      }
      header={
        <div className="px-2.5 pt-2 pb-2.5">
          <div className="font-strong">{user.name}</div>
          <div className="text-sm text-ink-3 capitalize">{role}</div>
        </div>
      }
      groups={[
        {
          id: "theme",
          title: "Light or dark",
          entries: THEME_CHOICES.map((id) => ({ id, label: THEME_WORDS[id], chosen: id === theme })),
        },
        {
          id: "keyboard",
          title: "Keyboard",
          entries: [
            { id: "keys", label: "Single keys", chosen: keys.enabled },
            { id: "help", label: "All keys", hint: "?", icon: "keyboard" },
          ],
        },
        { id: "own", entries: OWN_PLACES.map(({ href, ...entry }) => ({ id: href, ...entry })) },
        { id: "session", entries: [{ id: "sign-out", label: "Sign out", icon: "sign-out" }] },
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

export const THEME_WORDS: Record<ThemeChoice, string> = {
  system: "As the system",
  light: "Light",
  dark: "Dark",
};
