"use client";
import { useState } from "react";
import { FaultLine } from "@/components/admin/fault-line";
import { useAction } from "@/components/admin/use-action";
import { SetByFile, WordButton } from "@/components/admin/words";
import { useSite } from "@/components/shell/site-context";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { Panel } from "@/components/ui/panel";
import { EmptyState } from "@/components/ui/states";
import { dropRule } from "@/lib/alerting/notices/actions";
import type { Rule } from "@/lib/alerting/notices/contract";
import { RuleForm } from "./rule-form";
import { howOf, whatOf, whereOf } from "./rule-words";

/** The rules of a person for the tenancy that they look at and for all, and the form for one of them. */
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
  const dropping = useAction(dropRule, { said: "The rule is removed" });
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
            isHeard={(rule.push && hasDevice) || (rule.email && canMail)}
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
  isHeard,
  busy,
  onEdit,
  onDrop,
}: {
  rule: Rule;
  /** It reaches the person somewhere. */
  isHeard: boolean;
  busy: boolean;
  onEdit: () => void;
  onDrop: () => void;
}) {
  const name = `${whatOf(rule)}, ${whereOf(rule)}`;
  return (
    <li className="flex flex-wrap items-center gap-x-3 border-b border-hairline px-4 py-2.5 last:border-b-0">
      <div className="min-w-0 flex-1 max-sm:basis-full">
        <p className="font-strong wrap-anywhere">{whatOf(rule)}</p>
        <p className="text-sm text-ink-2 wrap-anywhere">{whereOf(rule)}</p>
        <p className="text-sm text-ink-3">{howOf(rule)}</p>
        {!isHeard && (
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
