"use client";
import { useState } from "react";
import { FormDialog } from "@/components/forms/dialogs";
import { FaultLine } from "@/components/forms/form-parts";
import { fieldless, useAction } from "@/components/forms/use-action";
import { Button } from "@/components/ui/button";
import { TextArea } from "@/components/ui/field";
import { TimeWithAge } from "@/components/ui/time";
import { setAside, undoSetAside } from "@/lib/alerting/deliveries/actions";
import type { DeliveryDetail } from "@/lib/alerting/deliveries/contract";
import type { SetAside as Done, SetAsideInput } from "@/lib/alerting/deliveries/list";

const said = ({ count }: Done) =>
  count === 1 ? "Set aside" : `${count.toLocaleString("en")} deliveries are set aside`;

/** Sets quarantined deliveries aside, with a reason. */
export function SetAsideButton({
  which,
  words,
  small,
  onDone,
}: {
  which: SetAsideInput["which"];
  words: string;
  small?: boolean;
  onDone?: () => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const takeBack = useAction(undoSetAside, { said: "Back in quarantine" });
  const action = useAction(setAside, {
    said,
    undo: (_, { at }) => void takeBack.submit({ at }),
    onDone: () => {
      setOpen(false);
      onDone?.();
    },
  });
  return (
    <>
      <Button size={small ? "sm" : undefined} onClick={() => setOpen(true)}>
        {words}
      </Button>
      <FormDialog
        title={words}
        verb="Set aside"
        isOpen={isOpen}
        pending={action.pending}
        onSubmit={({ reason = "" }) => action.submit({ which, reason })}
        onClose={() => setOpen(false)}
      >
        <p className="text-ink-2">
          It counts as dealt with, and the alarm ends. The bytes stay, and it can be replayed later.
        </p>
        <TextArea
          label="Why"
          name="reason"
          required
          maxLength={500}
          help="For whoever looks next, and for the audit"
          error={action.errorOf("reason")}
        />
        <FaultLine fault={fieldless(action.fault)} />
      </FormDialog>
    </>
  );
}

/** Shows when, by whom and why a delivery was set aside, with a button to undo it. */
export function IsSetAside({
  id,
  setAside: { at, by, reason },
}: {
  id: string;
  setAside: NonNullable<DeliveryDetail["setAside"]>;
}) {
  const takeBack = useAction(undoSetAside, { said: "Back in quarantine" });
  return (
    <div className="mt-2.5 text-sm">
      <p className="wrap-anywhere">
        Set aside <TimeWithAge at={at} />, by {by}: {reason}
      </p>
      <Button size="sm" className="mt-2" pending={takeBack.pending} onClick={() => takeBack.submit({ id })}>
        Put back
      </Button>
      <FaultLine fault={takeBack.fault} />
    </div>
  );
}
