"use client";
import { type FormEvent, useState } from "react";
import { FaultLine } from "@/components/forms/form-parts";
import { useAction } from "@/components/forms/use-action";
import { SetByFile, WordButton } from "@/components/forms/word-button";
import { useSite } from "@/components/live/site-context";
import { AreaField, useAreas } from "@/components/places/area-field";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/choices";
import { TextField } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { Panel } from "@/components/ui/panel";
import { Select } from "@/components/ui/select";
import { EmptyState } from "@/components/ui/states";
import { deleteRule, saveRule } from "@/lib/alerting/notices/actions";
import { type Rule, type RuleInput, SUBJECTS } from "@/lib/alerting/notices/contract";
import {
  clockText,
  parseClock,
  placeWords,
  reminderChoices,
  SEVERITY_CHOICES,
  SUBJECT_WORDS,
  subjectWords,
  wayWords,
} from "./rule-words";

const LEGEND = "mb-1.5 text-sm font-medium";
const ALL = "all sites";

/** A person's rules for the current tenancy and for all, with the form for one of them. */
export function RulePanel({
  rules,
  canMail,
  hasDevice,
  onEditing,
}: {
  rules: Rule[];
  canMail: boolean;
  hasDevice: boolean;
  onEditing: (isEditing: boolean) => void;
}) {
  const { tenancy } = useSite();
  const [edited, setShown] = useState<Rule | "new" | null>(null);
  const setEdited = (wanted: Rule | "new" | null) => {
    setShown(wanted);
    onEditing(wanted !== null);
  };
  const dropping = useAction(deleteRule, { said: "The rule is removed" });
  const own = rules.filter(({ tenantId }) => tenantId === null || tenantId === tenancy?.tenantId);
  const elsewhere = rules.length - own.length;
  if (!tenancy)
    return (
      <Panel title="Rules">
        <EmptyState icon="plus" title="Not connected yet">
          Rules say of which alerts you are told. There are none before a tenancy is connected.
        </EmptyState>
      </Panel>
    );
  return (
    <Panel
      title="Rules"
      count={own.length}
      end={
        own.length > 0 &&
        edited === null && (
          <Button size="sm" icon="plus" onClick={() => setEdited("new")}>
            Add a rule
          </Button>
        )
      }
      footer={elsewhere > 0 && `${elsewhere === 1 ? "1 rule" : `${elsewhere} rules`} for other sites alone`}
    >
      {own.length === 0 && edited === null && (
        <EmptyState
          icon="bell"
          title="No rule yet: you are told of nothing"
          actions={
            <Button variant="primary" icon="plus" onClick={() => setEdited("new")}>
              Add a rule
            </Button>
          }
        >
          A rule says from which severity on you are told, of what and where, and when not.
        </EmptyState>
      )}
      <ul>
        {own.map((rule) => (
          <Line
            key={rule.id}
            rule={rule}
            isReachable={(rule.push && hasDevice) || (rule.email && canMail)}
            busy={edited !== null || dropping.pending}
            onEdit={() => setEdited(rule)}
            onDrop={() => dropping.submit({ id: rule.id })}
          />
        ))}
      </ul>
      <div className="px-4 empty:hidden">
        <FaultLine fault={dropping.fault} />
      </div>
      {edited !== null && (
        <div className={own.length > 0 ? "border-t border-hairline" : undefined}>
          <RuleForm
            key={edited === "new" ? "new" : edited.id}
            rule={edited === "new" ? null : edited}
            canMail={canMail}
            onClose={() => setEdited(null)}
          />
        </div>
      )}
    </Panel>
  );
}

function Line({
  rule,
  isReachable,
  busy,
  onEdit,
  onDrop,
}: {
  rule: Rule;
  /** Whether it reaches the person by any way. */
  isReachable: boolean;
  busy: boolean;
  onEdit: () => void;
  onDrop: () => void;
}) {
  const name = `${subjectWords(rule)}, ${placeWords(rule)}`;
  return (
    <li className="flex flex-wrap items-center gap-x-3 border-b border-hairline px-4 py-2.5 last:border-b-0">
      <div className="min-w-0 flex-1 max-sm:basis-full">
        <p className="font-strong wrap-anywhere">{subjectWords(rule)}</p>
        <p className="text-sm text-ink-2 wrap-anywhere">{placeWords(rule)}</p>
        <p className="text-sm text-ink-3">{wayWords(rule)}</p>
        {!isReachable && (
          <p className="mt-0.5 flex gap-1.5 text-sm font-medium">
            <Icon name="failed" className="mt-px size-4 shrink-0" />
            It reaches you nowhere yet: {rule.push ? "allow a device" : "no mail server is set"}
          </p>
        )}
      </div>
      {rule.provisioned ? (
        <SetByFile />
      ) : (
        <>
          <WordButton label={`Change ${name}`} disabled={busy} onClick={onEdit}>
            Change
          </WordButton>
          <WordButton label={`Remove ${name}`} disabled={busy} onClick={onDrop}>
            Remove
          </WordButton>
        </>
      )}
    </li>
  );
}

const FIELDS = ["areaPath", "push", "quietTo", "remindMinutes"];

const USUAL_NIGHT = { quietFrom: 22 * 60, quietTo: 6 * 60 };

type Draft = Omit<RuleInput, "id">;

/** The form for a new rule, or to change one. */
function RuleForm({ rule, canMail, onClose }: { rule: Rule | null; canMail: boolean; onClose: () => void }) {
  const { tenancy } = useSite();
  const [draft, setDraft] = useState<Draft>(() => draftOf(rule, tenancy?.tenantId ?? null));
  const action = useAction(saveRule, { said: "Saved", onDone: onClose });
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    action.submit({ ...draft, ...(rule ? { id: rule.id } : {}) });
  };
  const { fault, errorOf } = action;
  return (
    <form
      noValidate
      aria-label={rule ? "Change the rule" : "A new rule"}
      onSubmit={submit}
      className="grid grid-cols-1 gap-4.5 p-4"
    >
      <What draft={draft} change={change} areaError={errorOf("areaPath")} />
      <How draft={draft} change={change} canMail={canMail} error={errorOf("push")} />
      <When draft={draft} change={change} errorOf={errorOf} />
      <FaultLine fault={fault} fields={FIELDS} />
      <div className="flex flex-wrap justify-end gap-2 border-t border-hairline pt-3.5">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" pending={action.pending}>
          Save
        </Button>
      </div>
    </form>
  );
}

function draftOf(rule: Rule | null, tenant: string | null): Draft {
  if (!rule)
    return {
      tenant,
      minRank: 2,
      types: [],
      areaPath: null,
      push: true,
      email: false,
      quietFrom: null,
      quietTo: null,
      remindMinutes: null,
    };
  const { id: _, tenantId, tenancyName: __, provisioned: ___, ...draft } = rule;
  return { ...draft, tenant: tenantId };
}

type Part = { draft: Draft; change: (part: Partial<Draft>) => void };

/** Which sites a rule is for: the current one or all. Hidden if there is only one. */
function Sites({ draft, change }: Part) {
  const { tenancy, tenancies } = useSite();
  if (!tenancy || (tenancies.length < 2 && draft.tenant !== null)) return null;
  return (
    <Select
      label="Sites"
      options={[
        { id: tenancy.tenantId, label: `${tenancy.name} only` },
        { id: ALL, label: "All sites that you may see, also later ones" },
      ]}
      value={draft.tenant ?? ALL}
      onChange={(site) =>
        change(site === ALL ? { tenant: null, areaPath: null } : { tenant: tenancy.tenantId })
      }
    />
  );
}

function What({ draft, change, areaError }: Part & { areaError?: string }) {
  const areas = useAreas();
  const { tenancy } = useSite();
  const turn = (type: Draft["types"][number], on: boolean) =>
    change({ types: on ? [...draft.types, type] : draft.types.filter((one) => one !== type) });
  return (
    <>
      <Select
        label="From which severity on"
        options={SEVERITY_CHOICES}
        value={String(draft.minRank)}
        onChange={(rank) => change({ minRank: Number(rank) })}
      />
      <fieldset>
        <legend className={LEGEND}>
          About <span className="font-normal text-ink-3">all, where none is ticked</span>
        </legend>
        <div className="flex flex-wrap gap-x-5 gap-y-2">
          {SUBJECTS.map((type) => (
            <Checkbox
              key={type}
              label={SUBJECT_WORDS[type]}
              checked={draft.types.includes(type)}
              onChange={(event) => turn(type, event.target.checked)}
            />
          ))}
        </div>
      </fieldset>
      <Sites draft={draft} change={change} />
      {draft.tenant !== null && (
        <AreaField
          areas={areas}
          chosen={draft.areaPath === null ? [] : [draft.areaPath]}
          none={`everywhere in ${tenancy?.name}`}
          error={areaError}
          onChange={(chosen) => change({ areaPath: chosen.at(-1) ?? null })}
        />
      )}
    </>
  );
}

function How({ draft, change, canMail, error }: Part & { canMail: boolean; error?: string }) {
  return (
    <fieldset>
      <legend className={LEGEND}>How</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        <Checkbox
          label="To my devices"
          checked={draft.push}
          onChange={(event) => change({ push: event.target.checked })}
        />
        <Checkbox
          label={canMail ? "By e-mail" : "By e-mail (no mail server is set)"}
          checked={draft.email}
          disabled={!canMail && !draft.email}
          onChange={(event) => change({ email: event.target.checked })}
        />
      </div>
      <div className="mt-1.5 empty:hidden">
        <FaultLine fault={error ? { message: error } : null} />
      </div>
    </fieldset>
  );
}

function When({ draft, change, errorOf }: Part & { errorOf: (name: string) => string | undefined }) {
  const isQuiet = draft.quietFrom !== null || draft.quietTo !== null;
  const clock = (minutes: number | null) => (minutes === null ? "" : clockText(minutes));
  return (
    <>
      <div className="grid gap-3">
        <Checkbox
          label="Quiet hours: what comes then is told when they end, if nobody has taken it"
          checked={isQuiet}
          onChange={(event) =>
            change(event.target.checked ? USUAL_NIGHT : { quietFrom: null, quietTo: null })
          }
        />
        {isQuiet && (
          <div className="grid grid-cols-2 gap-4">
            <TextField
              label="From"
              type="time"
              help="Site time"
              value={clock(draft.quietFrom)}
              onChange={(event) => change({ quietFrom: parseClock(event.target.value) })}
            />
            <TextField
              label="To"
              type="time"
              error={errorOf("quietTo")}
              value={clock(draft.quietTo)}
              onChange={(event) => change({ quietTo: parseClock(event.target.value) })}
            />
          </div>
        )}
      </div>
      <Select
        label="Remind me when nobody acknowledged it"
        options={reminderChoices(draft.remindMinutes)}
        value={draft.remindMinutes === null ? "" : String(draft.remindMinutes)}
        onChange={(minutes) => change({ remindMinutes: minutes === "" ? null : Number(minutes) })}
      />
    </>
  );
}
