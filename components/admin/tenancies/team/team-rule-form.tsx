"use client";
import { type FormEvent, useState } from "react";
import { FaultLine } from "@/components/forms/form-parts";
import { useAction } from "@/components/forms/use-action";
import { Channels, SeverityField, Times } from "@/components/notices/rule-fields";
import { AreaField, useAreas } from "@/components/places/area-field";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/choices";
import { useWords } from "@/components/words/words";
import { saveTeamRule } from "@/lib/alerting/notices/actions";
import type { TeamRuleInput } from "@/lib/alerting/notices/contract";

const FIELDS = ["areaPaths", "push", "quietTo", "remindMinutes"];

/** The form for a team rule; a new one has no `id`. */
export function TeamRuleForm({
  rule,
  siteName,
  canMail,
  onClose,
}: {
  rule: TeamRuleInput;
  siteName: string;
  canMail: boolean;
  onClose: () => void;
}) {
  const { t } = useWords();
  const [draft, setDraft] = useState(rule);
  const areas = useAreas(rule.tenantId);
  const action = useAction(saveTeamRule, { said: t("admin.team.saved"), onDone: onClose });
  const { errorOf } = action;
  const change = (part: Partial<TeamRuleInput>) => setDraft((before) => ({ ...before, ...part }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void action.submit(draft);
  };
  const fields = { draft, change, errorOf };
  return (
    <form
      noValidate
      aria-label={rule.id === undefined ? t("admin.team.form.new") : t("admin.team.form.change")}
      onSubmit={submit}
      className="grid grid-cols-1 gap-4.5 p-4"
    >
      <SeverityField {...fields} />
      <AreaField
        areas={areas}
        chosen={draft.areaPaths}
        none={t("admin.team.form.everywhere", { site: siteName })}
        error={errorOf("areaPaths")}
        onChange={(areaPaths) => change({ areaPaths })}
      />
      <Channels whose="other" canMail={canMail} {...fields} />
      <Times {...fields} />
      <Checkbox
        label={t("admin.team.form.binding")}
        checked={draft.binding}
        onChange={(event) => change({ binding: event.target.checked })}
      />
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
