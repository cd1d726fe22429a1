"use client";
import { useState } from "react";
import { placeAlert } from "@/app/(site)/alerts/[id]/actions";
import { AreaChoice, useAreas } from "@/components/queries/area-field";
import { useMayAct, useTenant } from "@/components/shell/site-context";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Age, SiteTime } from "@/components/ui/time";
import type { Alert, AlertDetail } from "@/lib/alerts/contract";
import { Certainty } from "../alert-parts";
import { useAlertAct } from "../use-alert-act";
import { whereInFull } from "../words";

type Placed = Pick<Alert, "alertId" | "areas">;

/** Where the alert is and how that is known; a grower can say otherwise. */
export function PlaceEditor({ alert }: { alert: AlertDetail }) {
  const corrected = alert.areas[0]?.certainty === "corrected";
  const last = alert.actions.findLast(({ action }) => action === "placed");
  return (
    <>
      {alert.areas.length > 0 && <span>{whereInFull(alert)}</span>}
      <span className="inline-flex flex-wrap items-center gap-x-2">
        <Certainty alert={alert} long />
        {corrected && last && (
          <span className="text-sm text-ink-3">
            by {last.actor}, <SiteTime at={last.at} />, <Age at={last.at} />
          </span>
        )}
        <PlaceButton alert={alert} />
      </span>
    </>
  );
}

/** The way to say where an alert is; nothing for whoever may not. */
export function PlaceButton({ alert }: { alert: Placed }) {
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
        {alert.areas.length === 0 ? "Set the place" : "Correct"}
      </button>
      {open && <PlaceDialog alert={alert} onClose={() => setOpen(false)} />}
    </>
  );
}

function PlaceDialog({ alert, onClose }: { alert: Placed; onClose: () => void }) {
  const areas = useAreas();
  const place = usePlacing(alert.alertId);
  const corrected = alert.areas[0]?.certainty === "corrected";
  const before = alert.areas.map(({ path }) => path);
  const [chosen, setChosen] = useState(before);
  const same = chosen.length === before.length && chosen.every((path) => before.includes(path));
  const save = async (paths: string[] | null) => {
    if (await place.save(paths)) onClose();
  };
  return (
    <Dialog
      title="Where is it?"
      isOpen
      onClose={onClose}
      actions={
        <>
          {corrected && (
            <Button className="mr-auto" pending={place.pending} onClick={() => void save(null)}>
              Use what the readings say
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            pending={place.pending}
            disabled={chosen.length === 0 || (same && corrected)}
            onClick={() => void save(chosen)}
          >
            Save the place
          </Button>
        </>
      }
    >
      <div className="min-h-72">
        <AreaChoice areas={areas} chosen={chosen} onChange={setChosen} />
        <p className="mt-3 text-sm text-ink-3">
          It stands for everybody, with your name, until somebody changes it. The counts in the area tree and
          every list follow; what the notifications say stays as it came.
        </p>
      </div>
    </Dialog>
  );
}

/** Saves a place and tells it, with Undo back to what was before. */
function usePlacing(alertId: string) {
  const tenant = useTenant();
  const { run, tell, pending } = useAlertAct();
  const put = (paths: string[] | null) => run(() => placeAlert({ tenant, alertId, paths }));
  const save = async (paths: string[] | null) => {
    const done = await put(paths);
    if (!done) return false;
    const text = paths === null ? "Its place is what the readings say" : "Place corrected";
    tell({ text, undo: () => void put(done.value.paths) });
    return true;
  };
  return { save, pending };
}
