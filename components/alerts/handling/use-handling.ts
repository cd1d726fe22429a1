"use client";
import { useIsOfAll } from "@/components/live/list-scope";
import { useSite, useTenant } from "@/components/live/site-context";
import { useClock } from "@/components/ui/time";
import {
  acknowledgeAlerts,
  addNotes,
  assignAlerts,
  handleAlertsOfSites,
  releaseAlerts,
  snoozeAlerts,
  undoLast,
  unsnoozeAlerts,
} from "@/lib/alerting/alerts/actions";
import { groupBy } from "@/lib/base/core/group-by";
import type { ActionResult } from "@/lib/web/http/action-result";
import { splitAlertKey } from "../groups/group-rows";
import { actWords, type DoneAct, refusedWords } from "./act-words";
import { once } from "./own-acts";
import { actShown, noteShown } from "./show-act";
import { useAlertAct } from "./use-alert-act";

/** What an act did: the keys of the alerts that it changed, and where it was refused. */
type Outcome = { alertIds: string[]; kept?: string[]; refused: { name: string; reason: string }[] };

/** The acts of handling, each with Undo. Alerts are named by their keys (`alertKey`). */
export function useHandling() {
  const { user } = useSite();
  const { now, zone } = useClock();
  const { act, isPending } = useAlertAct();
  const { onAlerts, noteOnEach } = useCalls();
  const by = () => ({ name: user.name, at: now });

  const undo = (alertIds: string[]) =>
    act(
      alertIds,
      () => onAlerts({ act: "undo" }, alertIds),
      ({ alertIds: undone, refused }) => ({
        text: inSentences([
          undone.length > 0 ? "As it was before" : "Not undone: somebody acted since",
          refusedWords(refused),
        ]),
      }),
    );
  const perform = (alertIds: string[], done: DoneAct, input: SitesAct) =>
    once(alertIds, done, () =>
      act(
        alertIds,
        () => onAlerts(input, alertIds),
        ({ alertIds: changed, kept, refused }) => ({
          text: inSentences([
            (changed.length > 0 || refused.length === 0) &&
              actWords(done, changed.length, alertIds.length, { me: user.name, now, zone }, kept),
            refusedWords(refused),
          ]),
          ...(changed.length > 0 && { undo: () => void undo(changed) }),
        }),
        ({ alertIds: changed }) => actShown(idsOf(changed), done, by()),
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
        () => noteOnEach(alertIds, text),
        () => ({ text: `Saved the note${alertIds.length > 1 ? ` on ${alertIds.length} alerts` : ""}` }),
        () => noteShown(idsOf(alertIds), text, by()),
      ),
    isPending,
  };
}

export type HandlingActs = ReturnType<typeof useHandling>;

const idsOf = (keys: string[]) => keys.map((key) => splitAlertKey(key).alertId);

const inSentences = (parts: (string | false)[]) => parts.filter(Boolean).join(". ");

type SitesInput = Parameters<typeof handleAlertsOfSites>[0];
/** An act without the alerts that it is about. */
type SitesAct = SitesInput extends infer One ? (One extends unknown ? Omit<One, "sites"> : never) : never;

/** The calls of acts: on alerts of the page's tenancy, or in a list of all sites on those of each site. */
function useCalls() {
  const tenant = useTenant();
  const isOfAll = useIsOfAll();
  const { tenancies } = useSite();
  const siteOf = (key: string) => {
    const { slug, alertId } = splitAlertKey(key);
    const site = tenancies.find((one) => one.slug === slug);
    return { slug, alertId, tenant: site?.tenantId ?? slug, name: site?.name ?? slug };
  };

  /** The alerts of each site. */
  const bySite = (keys: string[]) =>
    [...groupBy(keys.map(siteOf), (one) => one.tenant).values()].flatMap((own) => {
      const [first] = own;
      return first ? { ...first, alertIds: own.map(({ alertId }) => alertId) } : [];
    });

  async function onAlerts(input: SitesAct, keys: string[]): Promise<ActionResult<Outcome>> {
    if (!isOfAll) {
      const result = await callOne(input, { tenant, alertIds: keys });
      return result.ok ? { ...result, value: { ...result.value, refused: [] } } : result;
    }
    const asked = bySite(keys);
    const sites = asked.map((one) => ({ tenant: one.tenant, alertIds: one.alertIds }));
    const result = await handleAlertsOfSites({ ...input, sites } as SitesInput);
    if (!result.ok) return result;
    const outcomes = result.value.sites.map((one) => ({
      ...one,
      site: asked.find(({ tenant }) => tenant === one.tenant),
    }));
    return {
      ...result,
      value: {
        alertIds: outcomes.flatMap(({ site, alertIds }) => alertIds.map((id) => `${site?.slug}/${id}`)),
        kept: outcomes.flatMap(({ kept = [] }) => kept),
        refused: outcomes.flatMap(({ site, refused }) =>
          refused === null ? [] : [{ name: site?.name ?? "", reason: refused }],
        ),
      },
    };
  }

  async function noteOnEach(keys: string[], text: string) {
    if (!isOfAll) return addNotes({ tenant, alertIds: keys, text });
    let result: Awaited<ReturnType<typeof addNotes>> = { ok: true, value: undefined };
    for (const { tenant, alertIds } of bySite(keys)) {
      result = await addNotes({ tenant, alertIds, text });
      if (!result.ok) break;
    }
    return result;
  }

  return { onAlerts, noteOnEach };
}

type Selected = { tenant: string | undefined; alertIds: string[] };

function callOne(
  { act, ...more }: SitesAct,
  alerts: Selected,
): Promise<ActionResult<{ alertIds: string[]; kept?: string[] }>> {
  const input = { ...more, ...alerts };
  switch (act) {
    case "acknowledge":
      return acknowledgeAlerts(input);
    case "assign":
      return assignAlerts(input as Parameters<typeof assignAlerts>[0]);
    case "snooze":
      return snoozeAlerts(input as Parameters<typeof snoozeAlerts>[0]);
    case "release":
      return releaseAlerts(alerts);
    case "unsnooze":
      return unsnoozeAlerts(alerts);
    case "undo":
      return undoLast(alerts);
  }
}
