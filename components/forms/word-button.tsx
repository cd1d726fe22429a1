"use client";

import { type ReactNode, useState } from "react";
import { cx } from "@/components/ui/cx";
import { Icon } from "@/components/ui/icon";
import { useToast } from "@/components/ui/toast";
import { useWords } from "@/components/words/words";

/** A button that looks like a word of the text. */
export function WordButton({
  children,
  onClick,
  disabled,
  label,
  className,
}: {
  children: ReactNode;
  onClick: () => void;
  disabled?: boolean;
  /** The accessible name, where the word alone is ambiguous. */
  label?: string;
  className?: string;
}) {
  return (
    <button
      type="button"
      onClick={onClick}
      disabled={disabled}
      aria-label={label}
      className={cx(
        "shrink-0 rounded-1 px-1 text-sm font-medium text-accent hover:text-accent-hover disabled:text-ink-off touch:min-h-target",
        className,
      )}
    >
      {children}
    </button>
  );
}

/** "Set by file", with its lock. */
export function SetByFile() {
  const { t } = useWords();
  return (
    <span className="inline-flex items-center gap-1 text-sm whitespace-nowrap text-ink-3">
      <Icon name="lock" className="size-3.5 shrink-0" />
      {t("forms.setByFile")}
    </span>
  );
}

/** Copies a text; a toast says so if the browser does not allow it. */
export function CopyButton({
  text,
  children,
  className,
}: {
  text: string;
  children?: string;
  className?: string;
}) {
  const { t } = useWords();
  const [copied, setCopied] = useState(false);
  const toast = useToast();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      setTimeout(() => setCopied(false), 2_000);
    } catch {
      toast({ text: t("forms.cannotCopy") });
    }
  };
  return (
    <WordButton onClick={() => void copy()} className={className}>
      {copied ? t("forms.copied") : (children ?? t("forms.copy"))}
    </WordButton>
  );
}
