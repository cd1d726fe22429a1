"use client";
import { useRole, useSite } from "@/components/live/site-context";
import { Segmented } from "@/components/ui/choices";
import { Dialog } from "@/components/ui/dialog";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { Avatar } from "@/components/ui/panel";
import { Select } from "@/components/ui/select";
import { useWords } from "@/components/words/words";
import { ROLE_WORDS } from "@/lib/base/words/roles";
import { THEME_CHOICES } from "@/lib/web/preferences/contract";
import { ADMIN_PLACE, MORE_PLACES, OWN_PLACES, SITES_PLACE } from "./navigation";
import { signOut } from "./sign-out";
import { useTenancyChoice } from "./tenancy-switch";
import { useIsMenuOfAll } from "./use-path";
import { THEME_WORDS, useTheme } from "./user-menu";

const LINE = "flex min-h-target w-full items-center gap-3 border-b border-hairline text-left text-lg";

/** The entries that do not fit into a phone's bottom bar. */
export function MoreSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useWords();
  const { user, tenancy, tenancies } = useSite();
  const role = useRole();
  const choose = useTenancyChoice();
  const theme = useTheme();
  const isOfAll = useIsMenuOfAll();
  const places = (isOfAll ? [...OWN_PLACES, ADMIN_PLACE] : MORE_PLACES).filter((place) =>
    place === SITES_PLACE ? tenancies.length > 1 : place !== ADMIN_PLACE || user.role === "admin",
  );
  return (
    <Dialog title={t("shell.more")} side="bottom" isOpen={isOpen} onClose={onClose}>
      <div className="grid gap-4">
        {places.map(({ href, icon, label }) => (
          <Link key={href} href={href} onClick={onClose} className={LINE}>
            <Icon name={icon} className="size-5 text-ink-3" />
            {t(label)}
          </Link>
        ))}
        {tenancy && tenancies.length > 1 && (
          <Select
            label={t("shell.tenancy")}
            value={isOfAll ? "" : tenancy.tenantId}
            options={tenancies.map((one) => ({ id: one.tenantId, label: one.name }))}
            onChange={(tenantId) => {
              onClose();
              choose(tenantId);
            }}
          />
        )}
        <div>
          <p className="mb-1.5 text-sm font-medium">{t("shell.theme.title")}</p>
          <Segmented
            fill
            label={t("shell.theme.title")}
            value={theme.theme}
            options={THEME_CHOICES.map((value) => ({ value, label: t(THEME_WORDS[value]) }))}
            onChange={theme.choose}
          />
        </div>
        <div className="flex items-center gap-3">
          <Avatar name={user.name} />
          <div className="min-w-0 flex-1">
            <div className="truncate font-strong">{user.name}</div>
            <div className="text-sm text-ink-3 ">{t(ROLE_WORDS[role])}</div>
          </div>
          <button
            type="button"
            onClick={() => void signOut()}
            className="min-h-target rounded-2 px-2 font-medium text-accent"
          >
            {t("shell.signOut")}
          </button>
        </div>
      </div>
    </Dialog>
  );
}
