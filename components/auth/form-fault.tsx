import { Icon } from "@/components/ui/icon";

/** Why a form before the sign-in did not go through: our own words, so in ink. */
export function FormFault({ children }: { children: string }) {
  return (
    <p role="alert" className="flex gap-2 rounded-2 border border-ink-1 px-3 py-2.5 text-sm font-medium">
      <Icon name="failed" className="mt-px size-4 shrink-0" />
      {children}
    </p>
  );
}
