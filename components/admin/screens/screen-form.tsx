"use client";
import { type ReactNode, useEffect, useRef } from "react";
import { FaultLine } from "@/components/forms/fault-line";
import { FormDialog } from "@/components/forms/form-dialog";
import { Checkbox, TextField } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import type { ActionFault } from "@/lib/web/http/action-result";
import { BoardsEditor } from "./boards-editor";
import { ofTenancy, type ScreenDraft } from "./screen-draft";

export type Tenancies = { tenantId: string; name: string }[];

/** What an admin says of a screen, over the page. `first`: what stands above it. */
export function ScreenForm({
  title,
  verb,
  draft,
  onChange,
  tenancies,
  action,
  first,
  fields = [],
  onSubmit,
  onClose,
}: {
  title: string;
  verb: string;
  draft: ScreenDraft;
  onChange: (draft: ScreenDraft) => void;
  tenancies: Tenancies;
  action: { pending: boolean; fault: ActionFault | null; errorOf: (parameter: string) => string | undefined };
  first?: ReactNode;
  /** Parameters that `first` shows the errors of. */
  fields?: readonly string[];
  onSubmit: () => void;
  onClose: () => void;
}) {
  const form = useFaultInView(action.fault);
  const set = (part: Partial<ScreenDraft>) => onChange({ ...draft, ...part });
  const inPlace = draft.boards.flatMap((_, at) => [`boards.${at}.path`, `boards.${at}.seconds`]);
  return (
    <FormDialog
      wide
      isOpen
      title={title}
      verb={verb}
      pending={action.pending}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      {first}
      <div ref={form} className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Name"
          required
          autoComplete="off"
          placeholder="Packing hall"
          value={draft.name}
          onChange={(event) => set({ name: event.target.value })}
          error={action.errorOf("name")}
        />
        <TextField
          label="Where it hangs"
          autoComplete="off"
          placeholder="North wall, above line 2"
          value={draft.place}
          onChange={(event) => set({ place: event.target.value })}
          error={action.errorOf("place")}
        />
      </div>
      {tenancies.length > 1 && (
        <Select
          label="Tenancy"
          value={draft.tenantId}
          onChange={(tenantId) => onChange(ofTenancy(draft, tenantId))}
          options={tenancies.map(({ tenantId: id, name }) => ({ id, label: name }))}
        />
      )}
      <BoardsEditor
        tenantId={draft.tenantId}
        boards={draft.boards}
        onChange={(boards) => set({ boards })}
        errorOf={(at, member) => action.errorOf(`boards.${at}.${member}`)}
      />
      <Checkbox
        label="One short tone at a new HIGH alert"
        checked={draft.sound}
        onChange={(event) => set({ sound: event.target.checked })}
      />
      <FaultLine fault={action.fault} fields={["name", "place", ...fields, ...inPlace]} />
    </FormDialog>
  );
}

/** A long form scrolls to what was refused in it; the ref belongs to any part of it. */
function useFaultInView(fault: ActionFault | null) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!fault) return;
    const at = ref.current?.closest("form")?.querySelector<HTMLElement>("[aria-invalid], [data-fault]");
    at?.focus();
    at?.scrollIntoView({ block: "center" });
  }, [fault]);
  return ref;
}
