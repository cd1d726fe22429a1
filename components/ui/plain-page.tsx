import type { ReactNode } from "react";
import { LinkButton } from "./button";
import { cx } from "./cx";
import { Icon, type IconName } from "./icon";

/** A page that holds one message: what happened, why, what to do next. */
export function PlainPage({
  icon,
  title,
  children,
  actions,
  bare = false,
}: {
  icon: IconName;
  title: string;
  children: ReactNode;
  actions: ReactNode;
  /** No bar stands above it: it says itself who we are. */
  bare?: boolean;
}) {
  return (
    <div className={cx("mx-auto max-w-120 py-16", bare && "px-4")}>
      {bare && <Brand />}
      <Icon name={icon} className="size-7 text-ink-3" />
      <h1 className="mt-3.5 mb-1.5">{title}</h1>
      <div className="text-ink-2">{children}</div>
      <div className="mt-5 flex flex-wrap gap-2.5">{actions}</div>
    </div>
  );
}

/** Who we are, on a page without the bar. */
export function Brand() {
  return (
    <p className="mb-7 flex items-center gap-2.5 text-xl font-strong">
      <Icon name="leaf" className="size-5" />
      Leafwatch
    </p>
  );
}

/** An address that nothing stands at. */
export function NoPage({ bare }: { bare?: boolean }) {
  return (
    <PlainPage
      bare={bare}
      icon="search"
      title="No such page"
      actions={
        <LinkButton variant="primary" href="/">
          Go to Now
        </LinkButton>
      }
    >
      Nothing stands at this address. The link may be old, or a part of it is missing.
    </PlainPage>
  );
}
