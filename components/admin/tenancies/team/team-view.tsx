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
  const { tenantId, name } = tenancy;
  const { rules, high, canMail } = notices;
  const [edited, setEdited] = useState<TeamRuleInput | null>(null);
  const [removed, setRemoved] = useState<TeamRule | null>(null);
  const removing = useAction(deleteTeamRule, {
    said: "The rule is removed",
    onDone: () => setRemoved(null),
  });
  const add = () => setEdited({ ...HIGH_RULE, tenantId });
  return (
    <AdminPage
      trail={
        <>
          <Link href="/admin/tenancies" className="font-medium text-accent">
            Tenancies
          </Link>
          {" › "}
          <Link href={`/admin/tenancies/${encodeURIComponent(tenantId)}`} className="font-medium text-accent">
            {name}
          </Link>
        </>
      }
      title="Team notices"
      hint={`Rules for everybody with a role at ${name}. People who get a role later are included at once; people who lose it get no more notices. Nobody is told of areas that they may not see.`}
    >
      <div className="grid max-w-240 gap-4">
        {rules.length > 0 && <HighLine high={high} reachesNobody />}
        <Panel
          title="Rules"
          count={rules.length}
          end={
            rules.length > 0 &&
            edited === null && (
              <Button size="sm" icon="plus" onClick={add}>
                Add a rule
              </Button>
            )
          }
        >
          {rules.length === 0 && edited === null && (
            <EmptyState
              icon="bell"
              title={high.people === 0 ? "Nobody is told of HIGH alerts here" : "No rule for the team yet"}
              actions={
                <>
                  <TellTeam tenantId={tenantId} />
                  <Button icon="plus" onClick={add}>
                    Write a rule
                  </Button>
                </>
              }
            >
              Pages and walls show alerts. A rule for the team also tells people while no page is open, from
              the first alert on.
            </EmptyState>
          )}
          <ul>
            {rules.map(({ rule, reach }) => (
              <li key={rule.id} className="border-b border-hairline px-4 py-3 last:border-b-0">
                <div className="flex flex-wrap items-center gap-x-3">
                  <div className="min-w-0 flex-1 max-sm:basis-full">
                    <RuleText
                      subject={subjectWords(rule)}
                      place={areasWords(rule.areaPaths, name)}
                      channels={`${channelWords(rule, "their devices")}${rule.binding ? " · everybody must get it" : ""}`}
                    />
                  </div>
                  {rule.provisioned ? (
                    <SetByFile />
                  ) : (
                    <RuleButtons
                      name={`${subjectWords(rule)}, ${areasWords(rule.areaPaths, name)}`}
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
        title="Remove this rule?"
        verb="Remove"
        isOpen={removed !== null}
        action={removing}
        onConfirm={() => removed && void removing.submit({ tenantId, id: removed.id })}
        onClose={() => setRemoved(null)}
      >
        <p>Nobody at {name} is told by it any more. Rules that people made for themselves stay.</p>
      </ConfirmDialog>
    </AdminPage>
  );
}

const toInput = ({ provisioned: _, ...rule }: TeamRule, tenantId: string): TeamRuleInput => ({
  ...rule,
  tenantId,
});

function RuleButtons({
  name,
  busy,
  onChange,
  onRemove,
}: {
  name: string;
  busy: boolean;
  onChange: () => void;
  onRemove: () => void;
}) {
  return (
    <>
      <WordButton label={`Change ${name}`} disabled={busy} onClick={onChange}>
        Change
      </WordButton>
      <WordButton label={`Remove ${name}`} disabled={busy} onClick={onRemove}>
        Remove
      </WordButton>
    </>
  );
}
