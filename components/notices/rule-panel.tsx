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
import { rich } from "@/components/words/rich";
import { useWords } from "@/components/words/words";
import { deleteRule, saveRule } from "@/lib/alerting/notices/actions";
import { type Rule, type RuleInput, SUBJECTS } from "@/lib/alerting/notices/contract";
import { KIND_WORDS } from "@/lib/base/words/kinds";
import { Channels, LEGEND, NO_QUIET_HOURS, type RuleFields, SeverityField, Times } from "./rule-fields";
import { ReachesNowhere, RuleText } from "./rule-text";
import { channelWords, placeWords, subjectWords } from "./rule-words";

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
  const { t } = useWords();
  const { tenancy } = useSite();
  const [edited, setShown] = useState<Rule | "new" | null>(null);
  const setEdited = (wanted: Rule | "new" | null) => {
    setShown(wanted);
    onEditing(wanted !== null);
  };
  const deleting = useAction(deleteRule, { said: t("notices.rules.removed") });
  if (!tenancy)
    return (
      <Panel title={t("notices.rules.title")}>
        <EmptyState icon="plus" title={t("shell.notConnected.title")}>
          {t("notices.rules.beforeConnecting")}
        </EmptyState>
      </Panel>
    );
  const own = rules.filter(({ tenant }) => tenant === null || tenant === tenancy.tenantId);
  const elsewhere = rules.length - own.length;
  return (
    <Panel
      title={t("notices.rules.title")}
      count={own.length}
      end={
        own.length > 0 &&
        edited === null && (
          <Button size="sm" icon="plus" onClick={() => setEdited("new")}>
            {t("notices.rules.add")}
          </Button>
        )
      }
      footer={elsewhere > 0 && t("notices.rules.elsewhere", { count: elsewhere })}
    >
      {own.length === 0 && edited === null && (
        <EmptyState
          icon="bell"
          title={t(hasTeamRule ? "notices.rules.noneOwn" : "notices.rules.none")}
          actions={
            <Button
              variant={hasTeamRule ? "outline" : "primary"}
              icon="plus"
              onClick={() => setEdited("new")}
            >
              {t("notices.rules.add")}
            </Button>
          }
        >
          {t(hasTeamRule ? "notices.rules.noneOwnText" : "notices.rules.noneText")}
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
  const words = useWords();
  const { t } = words;
  const subject = subjectWords(words, rule);
  const place = placeWords(words, rule);
  return (
    <li className="flex flex-wrap items-center gap-x-3 border-b border-hairline px-4 py-2.5 last:border-b-0">
      <div className="min-w-0 flex-1 max-sm:basis-full">
        <RuleText subject={subject} place={place} channels={channelWords(words, rule, "own")} />
        {!isReachable && <ReachesNowhere push={rule.push} />}
      </div>
      {rule.provisioned ? (
        <SetByFile />
      ) : (
        <>
          <WordButton
            label={t("notices.rules.changeOf", { rule: subject, place })}
            disabled={busy}
            onClick={onEdit}
          >
            {t("notices.rules.change")}
          </WordButton>
          <WordButton
            label={t("notices.rules.removeOf", { rule: subject, place })}
            disabled={busy}
            onClick={onDelete}
          >
            {t("notices.rules.remove")}
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
  const { t } = useWords();
  const [draft, setDraft] = useState(rule);
  const action = useAction(saveRule, { said: t("notices.rules.saved"), onDone: onClose });
  const change = (part: Partial<RuleInput>) => setDraft((before) => ({ ...before, ...part }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    action.submit(draft);
  };
  const { errorOf } = action;
  return (
    <form
      noValidate
      aria-label={t(rule.id === undefined ? "notices.form.new" : "notices.form.change")}
      onSubmit={submit}
      className="grid grid-cols-1 gap-4.5 p-4"
    >
      <Coverage draft={draft} change={change} errorOf={errorOf} />
      <Channels whose="own" draft={draft} change={change} canMail={canMail} errorOf={errorOf} />
      <Times draft={draft} change={change} errorOf={errorOf} />
      <FaultLine fault={action.fault} fields={FIELDS} />
      <div className="flex flex-wrap justify-end gap-2 border-t border-hairline pt-3.5">
        <Button onClick={onClose}>{t("forms.cancel")}</Button>
        <Button type="submit" variant="primary" pending={action.pending}>
          {t("forms.save")}
        </Button>
      </div>
    </form>
  );
}

/** The severities, types, sites and areas of a rule. */
function Coverage({ draft, change, errorOf }: RuleFields<RuleInput>) {
  const words = useWords();
  const { t } = words;
  const areas = useAreas();
  const { tenancy, tenancies } = useSite();
  const { types } = draft;
  return (
    <>
      <SeverityField draft={draft} change={change} />
      <fieldset>
        <legend className={LEGEND}>
          {rich(words, "notices.form.types", { hint: <span className="font-normal text-ink-3" /> })}
        </legend>
        <div className="flex flex-wrap gap-x-5 gap-y-2">
          {SUBJECTS.map((type) => (
            <Checkbox
              key={type}
              label={t(KIND_WORDS[type])}
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
          label={t("notices.form.sites")}
          options={[
            { id: tenancy.tenantId, label: t("notices.form.oneSite", { site: tenancy.name }) },
            { id: ALL, label: t("notices.form.allSites") },
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
          none={t("notices.form.everywhere", { site: tenancy?.name ?? "" })}
          error={errorOf("areaPath")}
          onChange={(chosen) => change({ areaPath: chosen.at(-1) ?? null })}
        />
      )}
    </>
  );
}
