"use client";
import { type ButtonLook, buttonClass } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { Menu } from "@/components/ui/menu";
import { useClock } from "@/components/ui/time";
import { endOf, snoozeChoices } from "./snooze-times";

export type OnSnooze = (until: Date | null) => void;

/** Puts alerts away for a while: the usual lengths at once, any other time by a dialog. */
export function SnoozeMenu({
  onSnooze,
  onOther,
  pending = false,
  size,
}: {
  onSnooze: OnSnooze;
  /** Opens the dialog. */
  onOther: () => void;
  pending?: boolean;
  size?: ButtonLook["size"];
}) {
  const { now, zone } = useClock();
  const choices = snoozeChoices(now, zone);
  const choose = (id: string) => {
    const choice = choices.find((one) => one.id === id);
    if (choice) onSnooze(choice.until);
    else onOther();
  };
  return (
    <Menu
      label="Snooze"
      trigger={
        <button type="button" aria-busy={pending || undefined} className={buttonClass({ size })}>
          Snooze
          <Icon name="chevron-down" className="size-3.5 shrink-0" />
        </button>
      }
      groups={[
        {
          id: "usual",
          entries: choices.map((choice) => ({
            id: choice.id,
            label: choice.label,
            hint: endOf(choice, now, zone),
          })),
        },
        { id: "other", entries: [{ id: "other", label: "Until a date and time", icon: "calendar" }] },
      ]}
      onAction={choose}
    />
  );
}
