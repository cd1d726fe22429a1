"use client";
import { Icon } from "@/components/ui/icon";
import { useWords } from "@/components/words/words";

/** What a rule says, in three lines. */
export function RuleText({ subject, place, channels }: { subject: string; place: string; channels: string }) {
  return (
    <>
      <p className="font-strong wrap-anywhere">{subject}</p>
      <p className="text-sm text-ink-2 wrap-anywhere">{place}</p>
      <p className="text-sm text-ink-3">{channels}</p>
    </>
  );
}

/** A rule reaches the person by none of its channels. */
export function ReachesNowhere({ push }: { push: boolean }) {
  const { t } = useWords();
  return (
    <p className="mt-0.5 flex gap-1.5 text-sm font-medium">
      <Icon name="failed" className="mt-px size-4 shrink-0" />
      {t(push ? "notices.rules.pushReachesNobody" : "notices.rules.emailReachesNobody")}
    </p>
  );
}
