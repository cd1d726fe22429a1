"use client";
import { useState } from "react";
import { ConfirmDialog } from "@/components/forms/dialogs";
import { AdminPage } from "@/components/forms/page-head";
import { useAction } from "@/components/forms/use-action";
import { SetByFile, WordButton } from "@/components/forms/word-button";
import { RuleText } from "@/components/notices/rule-text";
import { areasWords, channelWords, subjectWords } from "@/components/notices/rule-words";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Panel } from "@/components/ui/panel";
import { EmptyState } from "@/components/ui/states";
import { useWords } from "@/components/words/words";
import { deleteTeamRule } from "@/lib/alerting/notices/actions";
import {
  HIGH_RULE,
  type TeamNotices,
  type TeamRule,
  type TeamRuleInput,
} from "@/lib/alerting/notices/contract";
import { HighLine } from "./high-line";
import { ReachList } from "./reach-list";
import { TeamRuleForm } from "./team-rule-form";
import { TellTeam } from "./tell-team";

type Tenancy = { tenantId: string; name: string };

/** The rules for everybody with a role at a tenancy, and whom each reaches. */
export function TeamView({ tenancy, notices }: { tenancy: Tenancy; notices: TeamNotices }) {
  const words = useWords();
  const { t } = words;
  const { tenantId, name } = tenancy;
  const { rules, high, canMail } = notices;
  const [edited, setEdited] = useState<TeamRuleInput | null>(null);
  const [removed, setRemoved] = useState<TeamRule | null>(null);
  const removing = useAction(deleteTeamRule, {
    said: t("admin.team.removed"),
    onDone: () => setRemoved(null),
  });
  const add = () => setEdited({ ...HIGH_RULE, tenantId });
  return (
    <AdminPage
      trail={
        <>
          <Link href="/admin/tenancies" className="font-medium text-accent">
            {t("admin.tenancies.title")}
          </Link>
          {" › "}
          <Link href={`/admin/tenancies/${encodeURIComponent(tenantId)}`} className="font-medium text-accent">
            {name}
          </Link>
        </>
      }
      title={t("admin.team.title")}
      hint={t("admin.team.hint", { site: name })}
    >
      <div className="grid max-w-240 gap-4">
        {rules.length > 0 && <HighLine high={high} reachesNobody />}
        <Panel
          title={t("admin.team.rules")}
          count={rules.length}
          end={
            rules.length > 0 &&
            edited === null && (
              <Button size="sm" icon="plus" onClick={add}>
                {t("admin.team.add")}
              </Button>
            )
          }
        >
          {rules.length === 0 && edited === null && (
            <EmptyState
              icon="bell"
              title={t(high.people === 0 ? "admin.team.nobodyTold" : "admin.team.none")}
              actions={
                <>
                  <TellTeam tenantId={tenantId} />
                  <Button icon="plus" onClick={add}>
                    {t("admin.team.write")}
                  </Button>
                </>
              }
            >
              {t("admin.team.noneText")}
            </EmptyState>
          )}
          <ul>
            {rules.map(({ rule, reach }) => (
              <li key={rule.id} className="border-b border-hairline px-4 py-3 last:border-b-0">
                <div className="flex flex-wrap items-center gap-x-3">
                  <div className="min-w-0 flex-1 max-sm:basis-full">
                    <RuleText
                      subject={subjectWords(words, rule)}
                      place={areasWords(words, rule.areaPaths, name)}
                      channels={
                        rule.binding
                          ? t("admin.team.binding", { channels: channelWords(words, rule, "other") })
                          : channelWords(words, rule, "other")
                      }
                    />
                  </div>
                  {rule.provisioned ? (
                    <SetByFile />
                  ) : (
                    <RuleButtons
                      rule={subjectWords(words, rule)}
                      place={areasWords(words, rule.areaPaths, name)}
                      busy={edited !== null}
                      onChange={() => setEdited(toInput(rule, tenantId))}
                      onRemove={() => setRemoved(rule)}
                    />
                  )}
                </div>
                <ReachList reach={reach} />
              </li>
            ))}
          </ul>
          {edited !== null && (
            <div className={rules.length > 0 ? "border-t border-hairline" : undefined}>
              <TeamRuleForm
                key={edited.id ?? "new"}
                rule={edited}
                siteName={name}
                canMail={canMail}
                onClose={() => setEdited(null)}
              />
            </div>
          )}
        </Panel>
      </div>
      <ConfirmDialog
        title={t("admin.team.removeTitle")}
        verb={t("admin.team.remove")}
        isOpen={removed !== null}
        action={removing}
        onConfirm={() => removed && void removing.submit({ tenantId, id: removed.id })}
        onClose={() => setRemoved(null)}
      >
        <p>{t("admin.team.removeText", { site: name })}</p>
      </ConfirmDialog>
    </AdminPage>
  );
}

const toInput = ({ provisioned: _, ...rule }: TeamRule, tenantId: string): TeamRuleInput => ({
  ...rule,
  tenantId,
});

function RuleButtons({
  rule,
  place,
  busy,
  onChange,
  onRemove,
}: {
  rule: string;
  place: string;
  busy: boolean;
  onChange: () => void;
  onRemove: () => void;
}) {
  const { t } = useWords();
  return (
    <>
      <WordButton label={t("admin.team.changeRule", { rule, place })} disabled={busy} onClick={onChange}>
        {t("admin.team.change")}
      </WordButton>
      <WordButton label={t("admin.team.removeRule", { rule, place })} disabled={busy} onClick={onRemove}>
        {t("admin.team.remove")}
      </WordButton>
    </>
  );
}
