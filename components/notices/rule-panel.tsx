"use client";
import { type FormEvent, useState } from "react";
import { FaultLine } from "@/components/forms/form-parts";
import { useAction } from "@/components/forms/use-action";
import { SetByFile, WordButton } from "@/components/forms/word-button";
import { useSite } from "@/components/live/site-context";
import { AreaField, useAreas } from "@/components/places/area-field";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/choices";
import { Panel } from "@/components/ui/panel";
import { Select } from "@/components/ui/select";
import { EmptyState } from "@/components/ui/states";
import { deleteRule, saveRule } from "@/lib/alerting/notices/actions";
import { type Rule, type RuleInput, SUBJECTS } from "@/lib/alerting/notices/contract";
import { Channels, LEGEND, NO_QUIET_HOURS, type RuleFields, SeverityField, Times } from "./rule-fields";
import { ReachesNowhere, RuleText } from "./rule-text";
import { channelWords, placeWords, SUBJECT_WORDS, subjectWords } from "./rule-words";

const ALL = "all sites";

/** A person's rules for the current tenancy and for all, with the form for one of them. */
export function RulePanel({
  rules,
  canMail,
  hasDevice,
  hasTeamRule,
  onEditing,
}: {
  rules: Rule[];
  canMail: boolean;
  hasDevice: boolean;
  /** A rule of the team tells the person of something. */
  hasTeamRule: boolean;
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
          title={hasTeamRule ? "No rule of your own yet" : "No rule yet: you are told of nothing"}
          actions={
            <Button
              variant={hasTeamRule ? "outline" : "primary"}
              icon="plus"
              onClick={() => setEdited("new")}
            >
              Add a rule
            </Button>
          }
        >
          {hasTeamRule
            ? "Your team’s rules are below. A rule of your own adds to them."
            : "A rule says from which severity on you are told, of what and where, and when not."}
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
        <RuleText
          subject={subjectWords(rule)}
          place={placeWords(rule)}
          channels={channelWords(rule, "my devices")}
        />
        {!isReachable && <ReachesNowhere push={rule.push} />}
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
      <Channels whose="my" draft={draft} change={change} canMail={canMail} errorOf={errorOf} />
      <Times
        reminder="Remind me when nobody acknowledged it"
        draft={draft}
        change={change}
        errorOf={errorOf}
      />
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

/** The severities, types, sites and areas of a rule. */
function Coverage({ draft, change, errorOf }: RuleFields<RuleInput>) {
  const areas = useAreas();
  const { tenancy, tenancies } = useSite();
  const { types } = draft;
  return (
    <>
      <SeverityField draft={draft} change={change} />
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
