import { Icon } from "@/components/ui/icon";
import { sentence } from "@/lib/base/core/text";
import type { ActionFault } from "@/lib/web/http/action-result";

/** An error that belongs to no field of the form. */
export function FaultLine({ fault, fields = [] }: { fault: ActionFault | null; fields?: readonly string[] }) {
  if (!fault || (fault.parameter && fields.includes(fault.parameter))) return null;
  return (
    <p role="alert" className="flex gap-1.5 text-sm font-medium">
      <Icon name="failed" className="mt-px size-4 shrink-0" />
      <span>{sentence(fault.message)}</span>
    </p>
  );
}
