"use client";
import { lazy, useState } from "react";
import { useMayAct } from "@/components/live/site-context";
import { whereInFull } from "@/components/ui/alert-words";
import { Opened } from "@/components/ui/dialog";
import { Age, SiteTime } from "@/components/ui/time";
import { rich } from "@/components/words/rich";
import { useWords } from "@/components/words/words";
import type { AlertDetail } from "@/lib/alerting/alerts/contract";
import { Certainty } from "./alert-parts";
import type { Placed } from "./handling/place-dialog";

const PlaceDialog = lazy(async () => ({ default: (await import("./handling/place-dialog")).PlaceDialog }));

/** The place of an alert and how it is known; a grower can correct it. */
export function PlaceEditor({ alert }: { alert: AlertDetail }) {
  const words = useWords();
  const corrected = alert.areas[0]?.certainty === "corrected";
  const last = alert.actions.findLast(({ action }) => action === "placed");
  return (
    <>
      {alert.areas.length > 0 && <span>{whereInFull(words, alert)}</span>}
      <span className="inline-flex flex-wrap items-center gap-x-2">
        <Certainty alert={alert} long />
        {corrected && last && (
          <span className="text-sm text-ink-3">
            {rich(words, "alerts.place.correctedBy", {
              name: last.actor,
              time: <SiteTime at={last.at} />,
              age: <Age at={last.at} />,
            })}
          </span>
        )}
        <PlaceButton alert={alert} />
      </span>
    </>
  );
}

/** Opens the correction of a place; nothing for viewers. */
export function PlaceButton({ alert }: { alert: Placed }) {
  const { t } = useWords();
  const [open, setOpen] = useState(false);
  const mayAct = useMayAct();
  if (!mayAct) return null;
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="no-print relative rounded-1 text-sm font-medium whitespace-nowrap text-accent hover:text-accent-hover touch:-mx-2 touch:min-h-target touch:px-2"
      >
        {t(alert.areas.length === 0 ? "alerts.place.set" : "alerts.place.correct")}
      </button>
      {open && (
        <Opened onClose={() => setOpen(false)}>
          <PlaceDialog alert={alert} onClose={() => setOpen(false)} />
        </Opened>
      )}
    </>
  );
}
