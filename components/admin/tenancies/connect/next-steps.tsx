"use client";
import type { ReactNode } from "react";
import { WordLink } from "@/components/admin/word-link";
import { FaultLine } from "@/components/forms/form-parts";
import { useAction } from "@/components/forms/use-action";
import { WordButton } from "@/components/forms/word-button";
import { LinkButton } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { Icon } from "@/components/ui/icon";
import { Panel } from "@/components/ui/panel";
import { useWords } from "@/components/words/words";
import { dismissNextSteps } from "@/lib/operations/connecting/actions";
import { describeNextSteps, type NextSteps as Facts } from "@/lib/operations/connecting/next-steps";
import { TellTeam } from "../team/tell-team";

/** What to do once a tenancy is connected; a step is done when the state shows it. Dismissed, it is one word. */
export function NextSteps({ tenantId, steps }: { tenantId: string; steps: Facts }) {
  const words = useWords();
  const { t } = words;
  const dismissing = useAction(dismissNextSteps);
  const dismiss = (dismissed: boolean) => void dismissing.submit({ tenantId, dismissed });
  if (steps.dismissed)
    return (
      <div id="next-steps" className="mt-4 -ml-1">
        <WordButton onClick={() => dismiss(false)} disabled={dismissing.pending}>
          {t("admin.connect.next.show")}
        </WordButton>
        <FaultLine fault={dismissing.fault} />
      </div>
    );
  const teamPage = `/admin/tenancies/${encodeURIComponent(tenantId)}/notices`;
  const acts: Record<"people" | "rule" | "wall", { open: ReactNode; done: ReactNode }> = {
    people: {
      open: (
        <LinkButton size="sm" href="/admin/users">
          {t("admin.connect.next.people")}
        </LinkButton>
      ),
      done: <WordLink href="/admin/users">{t("admin.connect.next.users")}</WordLink>,
    },
    rule: {
      open: <TellTeam tenantId={tenantId} small />,
      done: <WordLink href={teamPage}>{t("admin.connect.next.changeRule")}</WordLink>,
    },
    wall: {
      open: (
        <LinkButton size="sm" href={`/admin/screens?tenant=${encodeURIComponent(tenantId)}`}>
          {t("admin.connect.next.setUpScreen")}
        </LinkButton>
      ),
      done: <WordLink href="/admin/screens">{t("admin.connect.next.screens")}</WordLink>,
    },
  };
  return (
    <div id="next-steps" className="mt-6 scroll-mt-20">
      <Panel
        title={t("admin.connect.next.title")}
        end={
          <WordButton
            label={t("admin.connect.next.dismissLabel")}
            onClick={() => dismiss(true)}
            disabled={dismissing.pending}
          >
            {t("admin.connect.next.dismiss")}
          </WordButton>
        }
      >
        <ul>
          {describeNextSteps(words, steps).map(({ id, title, done, summary }) => (
            <li
              key={id}
              className="flex flex-wrap items-center gap-x-4 gap-y-2.5 border-b border-hairline px-4 py-3.5 last:border-b-0 sm:px-5"
            >
              <div className="flex min-w-0 flex-1 gap-3 max-sm:basis-full">
                <Icon
                  name={done ? "ok" : "waiting"}
                  className={cx("mt-0.5 size-4.5 shrink-0", done ? "text-healthy" : "text-ink-3")}
                />
                <div className="min-w-0">
                  <h3 className="font-strong">
                    {title}
                    <span className="sr-only">, {t(done ? "forms.step.done" : "admin.connect.notDone")}</span>
                  </h3>
                  <p className="mt-0.5 max-w-150 text-sm text-pretty text-ink-2">{summary}</p>
                </div>
              </div>
              <div className="text-sm max-sm:pl-7.5">{done ? acts[id].done : acts[id].open}</div>
            </li>
          ))}
        </ul>
        <div className="px-4 empty:hidden">
          <FaultLine fault={dismissing.fault} />
        </div>
      </Panel>
    </div>
  );
}
