import { Icon } from "@/components/ui/icon";

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
  return (
    <p className="mt-0.5 flex gap-1.5 text-sm font-medium">
      <Icon name="failed" className="mt-px size-4 shrink-0" />
      It reaches you nowhere yet: {push ? "allow a device" : "no mail server is set"}
    </p>
  );
}
