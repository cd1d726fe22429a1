"use client";
import { useNothingReceived } from "@/components/freshness/use-freshness";
import { useSite, useTenant } from "@/components/live/site-context";
import { useEndpoint } from "@/components/live/use-endpoint";
import { cx } from "@/components/ui/cx";
import { Icon } from "@/components/ui/icon";
import { Link, useOpenPage } from "@/components/ui/link";
import { Menu } from "@/components/ui/menu";
import { Count } from "@/components/ui/panel";
import { useWords } from "@/components/words/words";
import { ALL_TENANCIES, countAlerts, countTabs } from "@/lib/alerting/alerts/contract";
import {
  ADMIN_PLACE,
  HANDOVER_PLACE,
  PLACES,
  PLACES_OF_ALL,
  type Place,
  placeAt,
  QUERIES_PLACE,
  SITES_PLACE,
} from "./navigation";
import { Search } from "./search";
import { TenancySwitch } from "./tenancy-switch";
import { useIsMenuOfAll, usePath } from "./use-path";
import { UserMenu } from "./user-menu";

/** The number of alerts that need attention, at all sites on their pages, from the same read as the inbox's first tab. */
export function useWaitingCount(): number | undefined {
  const tenant = useTenant();
  const isOfAll = useIsMenuOfAll();
  const ofOne = useEndpoint(
    countAlerts,
    { query: { tenant } },
    { enabled: !isOfAll && tenant !== undefined },
  ).data;
  const ofAll = useEndpoint(countTabs, { query: { tenant: ALL_TENANCIES } }, { enabled: isOfAll }).data;
  return (isOfAll ? ofAll : ofOne)?.attention;
}

/** The pages that a bar without room for all has in a menu. */
const IN_MORE = [SITES_PLACE, QUERIES_PLACE, HANDOVER_PLACE];

/** The bar of wider screens; phones have a title bar and a bottom bar instead. */
export function TopBar() {
  const { user, tenancies } = useSite();
  const { t } = useWords();
  const isOfAll = useIsMenuOfAll();
  const path = usePath();
  const ofOne = [...(tenancies.length > 1 ? [SITES_PLACE] : []), ...PLACES, QUERIES_PLACE, HANDOVER_PLACE];
  const places = [...(isOfAll ? PLACES_OF_ALL : ofOne), ...(user.role === "admin" ? [ADMIN_PLACE] : [])];
  const more = isOfAll ? [] : places.filter((place) => IN_MORE.includes(place));
  const here = placeAt(places, path);
  return (
    <header className="no-print sticky top-0 z-20 flex h-bar items-center gap-2 border-b border-hairline bg-surface px-6 max-lg:px-4 max-sm:hidden">
      <Link
        href={isOfAll ? SITES_PLACE.href : "/"}
        className="flex shrink-0 items-center gap-2 rounded-1 font-strong tracking-tight"
      >
        <Icon name="leaf" className="size-5" />
        <span className="max-lg:sr-only">Leafwatch</span>
      </Link>
      <TenancySwitch />
      <nav aria-label={t("shell.pages")} className="ml-3 flex h-full shrink-0 max-lg:ml-0">
        {places.map((place) => (
          <NavLink key={place.href} place={place} here={place === here} isInMore={more.includes(place)} />
        ))}
        {more.length > 0 && <MorePlaces places={more} here={more.find((place) => place === here)} />}
      </nav>
      {/* On a tablet it leaves its room to the site's name, and then has none for a placeholder, only for the icon. */}
      <Search className="ml-auto w-55 shrink-0 max-lg:max-w-44 max-lg:min-w-28 max-lg:flex-1 max-lg:[&_input]:placeholder:text-transparent" />
      <UserMenu />
    </header>
  );
}

const NAV = "relative flex items-center gap-1.5 px-3 font-medium -outline-offset-4 max-lg:px-2 max-md:px-1.5";
const HERE =
  "font-strong text-ink-1 after:absolute after:inset-x-3 after:-bottom-px max-lg:after:inset-x-2 max-md:after:inset-x-1.5 after:h-0.5 after:bg-accent";
const ELSEWHERE = "text-ink-2 hover:text-ink-1";

/** @param isInMore whether the menu of {@link MorePlaces} has it where there is no room */
function NavLink({ place, here, isInMore }: { place: Place; here: boolean; isInMore: boolean }) {
  const { t } = useWords();
  return (
    <Link
      href={place.href}
      aria-current={here ? "page" : undefined}
      className={cx(NAV, isInMore && "max-lg:hidden", here ? HERE : ELSEWHERE)}
    >
      {t(place.label)}
      {place.icon === "bell" && <WaitingCount />}
    </Link>
  );
}

function MorePlaces({ places, here }: { places: Place[]; here: Place | undefined }) {
  const openPage = useOpenPage();
  const { t } = useWords();
  return (
    <Menu
      label={t("shell.morePages")}
      trigger={
        <button type="button" className={cx(NAV, "touch:min-w-target lg:hidden", here ? HERE : ELSEWHERE)}>
          {t(here?.label ?? "shell.more")}
          <Icon name="chevron-down" className="size-3.5 shrink-0 text-ink-3" />
        </button>
      }
      groups={[
        {
          id: "pages",
          entries: places.map(({ href, icon, label }) => ({ id: href, icon, label: t(label) })),
        },
      ]}
      onAction={openPage}
    />
  );
}

/** The number beside Alerts; unknown, rather than 0, before the first notification. */
function WaitingCount() {
  const { t } = useWords();
  const waiting = useWaitingCount();
  const isOfAll = useIsMenuOfAll();
  const isUnknown = useNothingReceived() && !isOfAll;
  if (waiting === undefined) return null;
  if (waiting === 0 && isUnknown)
    return (
      <span title={t("shell.noneReceived")}>
        <Count>
          <span aria-hidden="true">–</span>
          <span className="sr-only">{t("shell.noneReceived")}</span>
        </Count>
      </span>
    );
  return (
    <Count>
      {waiting}
      <span className="sr-only"> {t("shell.toAcknowledge")}</span>
    </Count>
  );
}
