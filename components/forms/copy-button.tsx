"use client";
import { useState } from "react";
import { cx } from "@/components/ui/cx";
import { useToast } from "@/components/ui/toast";

/** A word that copies a text; where the browser does not let it, it says so. */
export function CopyButton({
  text,
  children = "Copy",
  className,
}: {
  text: string;
  children?: string;
  className?: string;
}) {
  const [copied, setCopied] = useState(false);
  const toast = useToast();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      setTimeout(() => setCopied(false), 2_000);
    } catch {
      toast({ text: "This browser copies on https addresses only. Select the text instead." });
    }
  };
  return (
    <button
      type="button"
      onClick={copy}
      className={cx(
        "shrink-0 rounded-1 px-1 text-sm font-medium text-accent hover:text-accent-hover touch:min-h-target",
        className,
      )}
    >
      {copied ? "Copied" : children}
    </button>
  );
}
