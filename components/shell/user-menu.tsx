"use client";
import { useRouter } from "next/navigation";
import { Avatar, initialsOf } from "@/components/ui/bits";
import { Menu } from "@/components/ui/menu";
import type { ThemeChoice } from "./preferences";
import { useShortcutSettings } from "./shortcuts";
import { signOut } from "./sign-out";
import { useSite } from "./site-context";
import { THEME_WORDS, useTheme } from "./use-theme";

const THEMES: ThemeChoice[] = ["system", "light", "dark"];

/** Under the initials: who is signed in, light or dark, single keys, sign-out. */
export function UserMenu() {
  const { user } = useSite();
  const { theme, choose } = useTheme();
  const keys = useShortcutSettings();
  const router = useRouter();
  const act = (id: string) => {
    if (id === "help") keys.openHelp();
    else if (id === "keys") keys.setEnabled(!keys.enabled);
    else if (id === "account") router.push("/account");
    else if (id === "notices") router.push("/account/notices");
    else if (id === "sign-out") signOut().catch(() => router.push("/sign-in"));
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
          <div className="text-sm text-ink-3 capitalize">{user.role}</div>
        </div>
      }
      groups={[
        {
          id: "theme",
          title: "Light or dark",
          entries: THEMES.map((id) => ({ id, label: THEME_WORDS[id], chosen: id === theme })),
        },
        {
          id: "keyboard",
          title: "Keyboard",
          entries: [
            { id: "keys", label: "Single keys", text: "Single keys", chosen: keys.enabled },
            { id: "help", label: "All keys", hint: "?", icon: "keyboard" },
          ],
        },
        {
          id: "own",
          entries: [
            { id: "account", label: "Account", icon: "user" },
            { id: "notices", label: "Notices", icon: "bell" },
          ],
        },
        { id: "session", entries: [{ id: "sign-out", label: "Sign out", icon: "sign-out" }] },
      ]}
      onAction={act}
    />
  );
}
