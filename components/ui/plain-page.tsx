"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useTransition } from "react";
import { rich } from "@/components/words/rich";
import { useWords } from "@/components/words/words";
import { Button, LinkButton } from "./button";
import { cx } from "./cx";
import { Icon, type IconName } from "./icon";

/** A page with one message: what happened, why, what to do next. */
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
  /** Shows the brand, for pages without a bar. */
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

/** The brand, on pages without a bar. */
export function Brand() {
  return (
    <p className="mb-7 flex items-center gap-2.5 text-xl font-strong">
      <Icon name="leaf" className="size-5" />
      Leafwatch
    </p>
  );
}

/** The page of an unknown address. */
export function NoPage({ bare }: { bare?: boolean }) {
  const { t } = useWords();
  return (
    <PlainPage
      bare={bare}
      icon="search"
      title={t("ui.noPage.title")}
      actions={
        <LinkButton variant="primary" href="/">
          {t("ui.noPage.toNow")}
        </LinkButton>
      }
    >
      {t("ui.noPage.text")}
    </PlainPage>
  );
}

/** A page that failed: either its code belongs to another version, or the server could not render it. */
export function FailedPage({
  error,
  reset,
  bare,
}: {
  error: Error & { digest?: string };
  reset: () => void;
  bare?: boolean;
}) {
  const words = useWords();
  const { t } = words;
  const router = useRouter();
  const [pending, start] = useTransition();
  // The loader's error for code that went with the version that it belonged to.
  if (error.name === "ChunkLoadError")
    return (
      <PlainPage
        bare={bare}
        icon="again"
        title={t("ui.failedPage.partTitle")}
        actions={
          <Button variant="primary" icon="again" onClick={() => window.location.reload()}>
            {t("ui.failedPage.loadAgain")}
          </Button>
        }
      >
        <p>{t("ui.failedPage.partText")}</p>
      </PlainPage>
    );
  const again = () =>
    start(() => {
      router.refresh();
      reset();
    });
  return (
    <PlainPage
      bare={bare}
      icon="failed"
      title={t("ui.failedPage.title")}
      actions={
        <Button variant="primary" icon="again" pending={pending} onClick={again}>
          {t("ui.failedPage.tryAgain")}
        </Button>
      }
    >
      <p>{t("ui.failedPage.text")}</p>
      {error.digest && (
        <p className="mt-2 text-sm text-ink-3">
          {rich(words, "ui.failedPage.digest", { digest: <span className="font-mono">{error.digest}</span> })}
        </p>
      )}
    </PlainPage>
  );
}
