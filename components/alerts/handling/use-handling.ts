"use client";
import { useIsOfAll } from "@/components/live/list-scope";
import { useSite, useTenant } from "@/components/live/site-context";
import { useClock } from "@/components/ui/time";
import { useWords } from "@/components/words/words";
import { addNotes, handleAlerts } from "@/lib/alerting/alerts/actions";
import { groupBy } from "@/lib/base/core/group-by";
import type { ActionResult } from "@/lib/web/http/action-result";
import { splitAlertKey } from "../groups/group-rows";
import { actWords, type DoneAct, refusedWords } from "./act-words";
import { once } from "./own-acts";
import { type ActedOn, actShown, noteShown } from "./show-act";
import { useAlertAct } from "./use-alert-act";

/** What an act did: the alerts that it changed, by site and as keys, and where it was refused. */
type Outcome = {
  changed: ActedOn;
  alertIds: string[];
  kept: string[];
  refused: { name: string; reason: string }[];
};

/** The acts of handling, each with Undo. Alerts are named by their keys (`alertKey`). */
export function useHandling() {
  const words = useWords();
  const { t } = words;
  const { user } = useSite();
  const { now, zone } = useClock();
  const { act, isPending } = useAlertAct();
  const sitesOf = useSitesOf();
  const by = () => ({ name: user.name, at: now });

  const undo = (alertIds: string[]) =>
    act(
      alertIds,
      () => handle({ act: "undo" }, sitesOf(alertIds)),
      ({ alertIds: undone, refused }) => ({
        text: inSentences([
          t(undone.length > 0 ? "alerts.done.undone" : "alerts.done.notUndone"),
          refusedWords(words, refused),
        ]),
      }),
    );
  const perform = (alertIds: string[], done: DoneAct, input: SitesAct) =>
    once(alertIds, done, () =>
      act(
        alertIds,
        () => handle(input, sitesOf(alertIds)),
        ({ alertIds: changed, kept, refused }) => ({
          text: inSentences([
            (changed.length > 0 || refused.length === 0) &&
              actWords(words, done, changed.length, alertIds.length, { me: user.name, now, zone }, kept),
            refusedWords(words, refused),
          ]),
          ...(changed.length > 0 && { undo: () => void undo(changed) }),
        }),
        ({ changed }) => actShown(changed, done, by()),
      ),
    );

  return {
    acknowledge: (alertIds: string[], more: { owner?: string; note?: string } = {}) =>
      perform(
        alertIds,
        { act: "acknowledged", owner: more.owner ?? user.name },
        { act: "acknowledge", ...more },
      ),
    release: (alertIds: string[]) => perform(alertIds, { act: "released" }, { act: "release" }),
    assign: (alertIds: string[], owner: string) =>
      perform(alertIds, { act: "assigned", owner }, { act: "assign", owner }),
    /** @param until null: until the alert gets worse */
    snooze: (alertIds: string[], until: Date | null) =>
      perform(alertIds, { act: "snoozed", until }, { act: "snooze", until: until?.toISOString() ?? null }),
    unsnooze: (alertIds: string[]) => perform(alertIds, { act: "unsnoozed" }, { act: "unsnooze" }),
    /** Adds a note to each of the alerts. */
    note: (alertIds: string[], text: string) =>
      act(
        alertIds,
        () => addNotes({ sites: sitesOf(alertIds).map(toInput), text }),
        () => ({ text: t("alerts.done.noted", { count: alertIds.length }) }),
        () => noteShown(sitesOf(alertIds), text, by()),
      ),
    isPending,
  };
}

export type HandlingActs = ReturnType<typeof useHandling>;

const inSentences = (parts: (string | false)[]) => parts.filter(Boolean).join(". ");

type SitesInput = Parameters<typeof handleAlerts>[0];
/** An act without the alerts that it is about. */
type SitesAct = SitesInput extends infer One ? (One extends unknown ? Omit<One, "sites"> : never) : never;

/** Alerts of one site, and what their keys begin with in the list. */
type SiteAlerts = { tenant: string; name: string; prefix: string; alertIds: string[] };

/** Splits alerts by their sites: all are of the page's tenancy, or in a list of all sites each of its own. */
function useSitesOf(): (keys: string[]) => SiteAlerts[] {
  const tenant = useTenant() ?? "";
  const isOfAll = useIsOfAll();
  const { tenancies } = useSite();
  return (keys) => {
    if (!isOfAll) return [{ tenant, name: "", prefix: "", alertIds: keys }];
    return [...groupBy(keys.map(splitAlertKey), ({ slug }) => slug)].map(([slug, own]) => {
      const site = tenancies.find((one) => one.slug === slug);
      return {
        tenant: site?.tenantId ?? slug,
        name: site?.name ?? slug,
        prefix: `${slug}/`,
        alertIds: own.map(({ alertId }) => alertId),
      };
    });
  };
}

async function handle(act: SitesAct, sites: SiteAlerts[]): Promise<ActionResult<Outcome>> {
  const result = await handleAlerts({ ...act, sites: sites.map(toInput) } as SitesInput);
  if (!result.ok) return result;
  const outcomes = result.value.sites.map((one, nth) => ({ ...sites[nth], ...one }));
  return {
    ...result,
    value: {
      changed: outcomes.map(({ tenant, alertIds }) => ({ tenant, alertIds })),
      alertIds: outcomes.flatMap(({ prefix = "", alertIds }) => alertIds.map((id) => prefix + id)),
      kept: outcomes.flatMap(({ kept = [] }) => kept),
      refused: outcomes.flatMap(({ name = "", refused }) =>
        refused === null ? [] : [{ name, reason: refused }],
      ),
    },
  };
}

const toInput = ({ tenant, alertIds }: SiteAlerts) => ({ tenant, alertIds });
