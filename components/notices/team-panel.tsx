"use client";
import { FaultLine } from "@/components/forms/form-parts";
import { useAction } from "@/components/forms/use-action";
import { WordButton } from "@/components/forms/word-button";
import { Icon } from "@/components/ui/icon";
import { Panel } from "@/components/ui/panel";
import { muteTeamRule } from "@/lib/alerting/notices/actions";
import type { OwnTeamRule } from "@/lib/alerting/notices/contract";
import { ReachesNowhere, RuleText } from "./rule-text";
import { areasWords, channelWords, subjectWords } from "./rule-words";

/** The rules that admins made for everybody with a role here; each can be muted unless it is binding. */
export function TeamPanel({
  rules,
  canMail,
  hasDevice,
}: {
  rules: OwnTeamRule[];
  canMail: boolean;
  hasDevice: boolean;
}) {
  const muting = useAction(muteTeamRule, {
    said: (_, { muted }) => (muted ? "Muted for you" : "Unmuted: you are told again"),
    undo: ({ muted, ...rule }) => void muting.submit({ ...rule, muted: !muted }),
  });
  return (
    <Panel title="From your team" count={rules.length}>
      <ul>
        {rules.map((rule) => (
          <TeamRuleLine
            key={rule.id}
            rule={rule}
            isReachable={(rule.push && hasDevice) || (rule.email && canMail)}
            busy={muting.pending}
            onMute={(muted) => void muting.submit({ tenant: rule.tenant, id: rule.id, muted })}
          />
        ))}
      </ul>
      <div className="px-4 empty:hidden">
        <FaultLine fault={muting.fault} />
      </div>
    </Panel>
  );
}

function TeamRuleLine({
  rule,
  isReachable,
  busy,
  onMute,
}: {
  rule: OwnTeamRule;
  /** True if one of its channels reaches the person. */
  isReachable: boolean;
  busy: boolean;
  onMute: (muted: boolean) => void;
}) {
  const subject = subjectWords(rule);
  const place = areasWords(rule.areaPaths, rule.tenancyName);
  const isMuted = rule.muted && !rule.binding;
  const verb = isMuted ? "Unmute" : "Mute";
  return (
    <li className="flex flex-wrap items-center gap-x-3 border-b border-hairline px-4 py-2.5 last:border-b-0">
      <div className="min-w-0 flex-1 max-sm:basis-full">
        <RuleText subject={subject} place={place} channels={channelWords(rule, "your devices")} />
        {isMuted ? (
          <p className="mt-0.5 text-sm font-medium">Muted for you</p>
        ) : (
          !isReachable && <ReachesNowhere push={rule.push} />
        )}
      </div>
      {rule.binding ? (
        <span className="inline-flex items-center gap-1 text-sm text-ink-3">
          <Icon name="lock" className="size-3.5 shrink-0" />
          Everybody must get it
        </span>
      ) : (
        <WordButton label={`${verb} ${subject}, ${place}`} disabled={busy} onClick={() => onMute(!isMuted)}>
          {verb}
        </WordButton>
      )}
    </li>
  );
}
