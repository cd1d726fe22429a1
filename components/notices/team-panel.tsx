"use client";
import { FaultLine } from "@/components/forms/form-parts";
import { useAction } from "@/components/forms/use-action";
import { WordButton } from "@/components/forms/word-button";
import { Icon } from "@/components/ui/icon";
import { Panel } from "@/components/ui/panel";
import { useWords } from "@/components/words/words";
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
  const { t } = useWords();
  const muting = useAction(muteTeamRule, {
    said: (_, { muted }) => t(muted ? "notices.team.muted" : "notices.team.unmuted"),
    undo: ({ muted, ...rule }) => void muting.submit({ ...rule, muted: !muted }),
  });
  return (
    <Panel title={t("notices.team.title")} count={rules.length}>
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
  const words = useWords();
  const { t } = words;
  const subject = subjectWords(words, rule);
  const place = areasWords(words, rule.areaPaths, rule.tenancyName);
  const isMuted = rule.muted && !rule.binding;
  const named = { rule: subject, place };
  return (
    <li className="flex flex-wrap items-center gap-x-3 border-b border-hairline px-4 py-2.5 last:border-b-0">
      <div className="min-w-0 flex-1 max-sm:basis-full">
        <RuleText subject={subject} place={place} channels={channelWords(words, rule, "own")} />
        {isMuted ? (
          <p className="mt-0.5 text-sm font-medium">{t("notices.team.muted")}</p>
        ) : (
          !isReachable && <ReachesNowhere push={rule.push} />
        )}
      </div>
      {rule.binding ? (
        <span className="inline-flex items-center gap-1 text-sm text-ink-3">
          <Icon name="lock" className="size-3.5 shrink-0" />
          {t("notices.team.binding")}
        </span>
      ) : (
        <WordButton
          label={isMuted ? t("notices.team.unmuteOf", named) : t("notices.team.muteOf", named)}
          disabled={busy}
          onClick={() => onMute(!isMuted)}
        >
          {t(isMuted ? "notices.team.unmute" : "notices.team.mute")}
        </WordButton>
      )}
    </li>
  );
}
