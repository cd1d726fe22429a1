"use client";
import {
  type ComponentProps,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
  useState,
} from "react";
import { useWords } from "@/components/words/words";
import { fetchMissingCode, onCodeMissing } from "@/lib/web/api/script-retry";
import { useToast } from "./toast";

const DialogOverlay = lazy(async () => ({ default: (await import("./dialog-overlay")).DialogOverlay }));

/** A question, a small form or a drawer over the page; Esc and a press beside it close it. */
export function Dialog(props: ComponentProps<typeof DialogOverlay>) {
  return (
    <Opened isOpen={props.isOpen} onClose={props.onClose}>
      <DialogOverlay {...props} />
    </Opened>
  );
}

/**
 * Mounts lazy children when they first open, and keeps them mounted for their closing transition. Where their code cannot be
 * fetched, it says so and closes them, so that the next press tries again.
 */
export function Opened({
  isOpen = true,
  onClose,
  children,
}: {
  isOpen?: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  return wasOpen && <Suspense fallback={isOpen && <Awaited onMissing={onClose} />}>{children}</Suspense>;
}

/** Code that has not come by then will hardly come while anybody waits for it. */
const CODE_MS = 8_000;

/** Stands in for what was asked for while its code is fetched. */
function Awaited({ onMissing }: { onMissing: () => void }) {
  const { t } = useWords();
  const toast = useToast();
  const missing = useEffectEvent(() => {
    toast({ text: t("ui.noConnection") });
    onMissing();
  });
  useEffect(() => {
    fetchMissingCode();
    const timer = setTimeout(missing, CODE_MS);
    const stopListening = onCodeMissing(missing);
    return () => {
      clearTimeout(timer);
      stopListening();
    };
  }, []);
  return null;
}
