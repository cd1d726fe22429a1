"use client";
import { useState } from "react";
import { FormDialog } from "@/components/forms/dialogs";
import { FaultLine } from "@/components/forms/form-parts";
import { fieldless, useAction } from "@/components/forms/use-action";
import { Button } from "@/components/ui/button";
import { TextArea } from "@/components/ui/field";
import { TimeWithAge } from "@/components/ui/time";
import { rich } from "@/components/words/rich";
import { useWords } from "@/components/words/words";
import { setAside, undoSetAside } from "@/lib/alerting/deliveries/actions";
import type { DeliveryDetail } from "@/lib/alerting/deliveries/contract";
import type { SetAside as Done, SetAsideInput } from "@/lib/alerting/deliveries/list";

/** Sets quarantined deliveries aside, with a reason. */
export function SetAsideButton({
  which,
  title,
  small,
  onDone,
}: {
  which: SetAsideInput["which"];
  title: string;
  small?: boolean;
  onDone?: () => void;
}) {
  const { t } = useWords();
  const [isOpen, setOpen] = useState(false);
  const takeBack = useAction(undoSetAside, { said: t("admin.deliveries.setAside.undone") });
  const action = useAction(setAside, {
    said: ({ count }: Done) => t("admin.deliveries.setAside.done", { count }),
    undo: (_, { at }) => void takeBack.submit({ at }),
    onDone: () => {
      setOpen(false);
      onDone?.();
    },
  });
  return (
    <>
      <Button size={small ? "sm" : undefined} onClick={() => setOpen(true)}>
        {title}
      </Button>
      <FormDialog
        title={title}
        verb={t("admin.deliveries.setAside.verb")}
        isOpen={isOpen}
        pending={action.pending}
        onSubmit={({ reason = "" }) => action.submit({ which, reason })}
        onClose={() => setOpen(false)}
      >
        <p className="text-ink-2">{t("admin.deliveries.setAside.text")}</p>
        <TextArea
          label={t("admin.deliveries.setAside.why")}
          name="reason"
          required
          maxLength={500}
          help={t("admin.deliveries.setAside.whyHelp")}
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
  const words = useWords();
  const { t } = words;
  const takeBack = useAction(undoSetAside, { said: t("admin.deliveries.setAside.undone") });
  return (
    <div className="mt-2.5 text-sm">
      <p className="wrap-anywhere">
        {rich(words, "admin.deliveries.setAside.when", {
          time: <TimeWithAge at={at} />,
          name: by,
          reason,
        })}
      </p>
      <Button size="sm" className="mt-2" pending={takeBack.pending} onClick={() => takeBack.submit({ id })}>
        {t("admin.deliveries.setAside.putBack")}
      </Button>
      <FaultLine fault={takeBack.fault} />
    </div>
  );
}
