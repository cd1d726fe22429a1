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
  channelWords,
  clockText,
  parseClock,
  placeWords,
  reminderChoices,
  SEVERITY_CHOICES,
  SUBJECT_WORDS,
  subjectWords,
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
  const deleting = useAction(deleteRule, { said: "The rule is removed" });
  if (!tenancy)
    return (
      <Panel title="Rules">
        <EmptyState icon="plus" title="Not connected yet">
          Rules say of which alerts you are told. There are none before a tenancy is connected.
        </EmptyState>
      </Panel>
    );
  const own = rules.filter(({ tenant }) => tenant === null || tenant === tenancy.tenantId);
  const elsewhere = rules.length - own.length;
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
          <RuleLine
            key={rule.id}
            rule={rule}
            isReachable={(rule.push && hasDevice) || (rule.email && canMail)}
            busy={edited !== null || deleting.pending}
            onEdit={() => setEdited(rule)}
            onDelete={() => deleting.submit({ id: rule.id })}
          />
        ))}
      </ul>
      <div className="px-4 empty:hidden">
        <FaultLine fault={deleting.fault} />
      </div>
      {edited !== null && (
        <div className={own.length > 0 ? "border-t border-hairline" : undefined}>
          <RuleForm
            key={edited === "new" ? "new" : edited.id}
            rule={edited === "new" ? newRule(tenancy.tenantId) : toInput(edited)}
            canMail={canMail}
            onClose={() => setEdited(null)}
          />
        </div>
      )}
    </Panel>
  );
}

function RuleLine({
  rule,
  isReachable,
  busy,
  onEdit,
  onDelete,
}: {
  rule: Rule;
  /** True if one of its channels reaches the person. */
  isReachable: boolean;
  busy: boolean;
  onEdit: () => void;
  onDelete: () => void;
}) {
  const name = `${subjectWords(rule)}, ${placeWords(rule)}`;
  return (
    <li className="flex flex-wrap items-center gap-x-3 border-b border-hairline px-4 py-2.5 last:border-b-0">
      <div className="min-w-0 flex-1 max-sm:basis-full">
        <p className="font-strong wrap-anywhere">{subjectWords(rule)}</p>
        <p className="text-sm text-ink-2 wrap-anywhere">{placeWords(rule)}</p>
        <p className="text-sm text-ink-3">{channelWords(rule)}</p>
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
          <WordButton label={`Remove ${name}`} disabled={busy} onClick={onDelete}>
            Remove
          </WordButton>
        </>
      )}
    </li>
  );
}

const FIELDS = ["areaPath", "push", "quietTo", "remindMinutes"];

const DEFAULT_QUIET_HOURS = { quietFrom: 22 * 60, quietTo: 6 * 60 };
const NO_QUIET_HOURS = { quietFrom: null, quietTo: null };

const newRule = (tenant: string): RuleInput => ({
  tenant,
  minRank: 2,
  types: [],
  areaPath: null,
  push: true,
  email: false,
  ...NO_QUIET_HOURS,
  remindMinutes: null,
});

/** The members of a stored rule that its form sends. */
const toInput = ({ tenancyName: _, provisioned: __, ...rule }: Rule): RuleInput => rule;

/** The form for a rule; a new one has no `id`. */
function RuleForm({ rule, canMail, onClose }: { rule: RuleInput; canMail: boolean; onClose: () => void }) {
  const [draft, setDraft] = useState(rule);
  const action = useAction(saveRule, { said: "Saved", onDone: onClose });
  const change = (part: Partial<RuleInput>) => setDraft((before) => ({ ...before, ...part }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    action.submit(draft);
  };
  const { errorOf } = action;
  return (
    <form
      noValidate
      aria-label={rule.id === undefined ? "A new rule" : "Change the rule"}
      onSubmit={submit}
      className="grid grid-cols-1 gap-4.5 p-4"
    >
      <Coverage draft={draft} change={change} errorOf={errorOf} />
      <Channels draft={draft} change={change} canMail={canMail} error={errorOf("push")} />
      <Times draft={draft} change={change} errorOf={errorOf} />
      <FaultLine fault={action.fault} fields={FIELDS} />
      <div className="flex flex-wrap justify-end gap-2 border-t border-hairline pt-3.5">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" pending={action.pending}>
          Save
        </Button>
      </div>
    </form>
  );
}

type Part = { draft: RuleInput; change: (part: Partial<RuleInput>) => void };
type CheckedPart = Part & { errorOf: (name: string) => string | undefined };

/** The severities, types, sites and areas of a rule. */
function Coverage({ draft, change, errorOf }: CheckedPart) {
  const areas = useAreas();
  const { tenancy, tenancies } = useSite();
  const { types } = draft;
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
              checked={types.includes(type)}
              onChange={({ target }) =>
                change({ types: target.checked ? [...types, type] : types.filter((one) => one !== type) })
              }
            />
          ))}
        </div>
      </fieldset>
      {tenancy && (tenancies.length > 1 || draft.tenant === null) && (
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
      )}
      {draft.tenant !== null && (
        <AreaField
          areas={areas}
          chosen={draft.areaPath === null ? [] : [draft.areaPath]}
          none={`everywhere in ${tenancy?.name}`}
          error={errorOf("areaPath")}
          onChange={(chosen) => change({ areaPath: chosen.at(-1) ?? null })}
        />
      )}
    </>
  );
}

function Channels({ draft, change, canMail, error }: Part & { canMail: boolean; error?: string }) {
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

/** Quiet hours and the reminder. */
function Times({ draft, change, errorOf }: CheckedPart) {
  const { quietFrom, quietTo, remindMinutes } = draft;
  const isQuiet = quietFrom !== null || quietTo !== null;
  return (
    <>
      <div className="grid gap-3">
        <Checkbox
          label="Quiet hours: what comes then is told when they end, if nobody has taken it"
          checked={isQuiet}
          onChange={({ target }) => change(target.checked ? DEFAULT_QUIET_HOURS : NO_QUIET_HOURS)}
        />
        {isQuiet && (
          <div className="grid grid-cols-2 gap-4">
            <TextField
              label="From"
              type="time"
              help="Site time"
              value={clockText(quietFrom)}
              onChange={(event) => change({ quietFrom: parseClock(event.target.value) })}
            />
            <TextField
              label="To"
              type="time"
              error={errorOf("quietTo")}
              value={clockText(quietTo)}
              onChange={(event) => change({ quietTo: parseClock(event.target.value) })}
            />
          </div>
        )}
      </div>
      <Select
        label="Remind me when nobody acknowledged it"
        options={reminderChoices(remindMinutes)}
        value={remindMinutes === null ? "" : String(remindMinutes)}
        onChange={(minutes) => change({ remindMinutes: minutes === "" ? null : Number(minutes) })}
      />
    </>
  );
}
