"use client";
import { usePath } from "@/components/shell/use-path";
import { cx } from "@/components/ui/cx";
import { Link } from "@/components/ui/link";
import { Count } from "@/components/ui/panel";
import { scrollToChosen } from "@/components/ui/tabs";
import { useWords } from "@/components/words/words";
import { ADMIN_PAGES } from "./admin-pages";

const isUnder = (pathname: string, href: string) => pathname === href || pathname.startsWith(`${href}/`);

/** Navigation of the admin pages: a column on a desk, a strip on a tablet, three rows on a phone. */
export function AdminMenu({ quarantined }: { quarantined: number }) {
  const { t } = useWords();
  const pathname = usePath();
  return (
    <nav
      aria-label={t("admin.menu.label")}
      className="border-hairline bg-surface max-lg:overflow-x-auto max-lg:border-b lg:border-r"
    >
      <div className="gap-1 p-2 max-sm:grid max-sm:grid-cols-3 max-sm:gap-y-0 sm:flex sm:max-lg:w-max lg:sticky lg:top-[calc(var(--bar)+var(--strip))] lg:flex-col lg:py-4">
        {ADMIN_PAGES.map(({ href, name }) => {
          const here =
            isUnder(pathname, href) || (href === "/admin/tenancies" && isUnder(pathname, "/admin/connect"));
          return (
            <Link
              key={href}
              ref={here ? scrollToChosen : undefined}
              href={href}
              aria-current={here ? "page" : undefined}
              className={cx(
                "flex h-8.5 shrink-0 items-center gap-2 rounded-1 px-3.5 no-underline -outline-offset-2 hover:bg-hover hover:text-ink-1 sm:max-md:px-2 max-sm:justify-center max-sm:gap-1 max-sm:px-0.5 max-sm:text-sm touch:h-target",
                here
                  ? "bg-selected font-strong text-ink-1 max-lg:shadow-[inset_0_-2px_0_var(--accent)] lg:shadow-[inset_2px_0_0_var(--accent)]"
                  : "text-ink-2",
              )}
            >
              <span className="lg:flex-1">{t(name)}</span>
              {href === "/admin/deliveries" && quarantined > 0 && (
                <Count>
                  {quarantined}
                  <span className="sr-only"> {t("admin.menu.quarantined")}</span>
                </Count>
              )}
            </Link>
          );
        })}
      </div>
    </nav>
  );
}
