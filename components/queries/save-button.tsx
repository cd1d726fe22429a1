"use client";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { useClock } from "@/components/ui/clock";
import type { QueryForm } from "@/lib/history/queries/form";
import { formTitle } from "@/lib/history/queries/words";
import { NameDialog } from "./name-dialog";
import type { Saved } from "./use-saved";

/** Keeps what the form holds under a name. */
export function SaveButton({ form, saved, disabled }: { form: QueryForm; saved: Saved; disabled: boolean }) {
  const { zone, now } = useClock();
  const [isOpen, setOpen] = useState(false);
  const title = formTitle(form, zone, now);
  return (
    <>
      <Button disabled={disabled} onClick={() => setOpen(true)}>
        Save
      </Button>
      {isOpen && (
        <NameDialog
          title="Save the query"
          verb="Save"
          initial={title.slice(0, 80)}
          what={`${title}. A period up to the newest data moves along with it.`}
          onTake={(name) => saved.save(name, form)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
