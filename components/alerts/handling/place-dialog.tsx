"use client";
import { useState } from "react";
import { useTenant } from "@/components/live/site-context";
import { AreaChoice, useAreas } from "@/components/places/area-field";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { placeAlert } from "@/lib/alerting/alerts/actions";
import type { Alert } from "@/lib/alerting/alerts/contract";
import { useAlertAct } from "./use-alert-act";

export type Placed = Pick<Alert, "alertId" | "areas">;

/** Says where an alert is, or leaves it to the readings. */
export function PlaceDialog({ alert, onClose }: { alert: Placed; onClose: () => void }) {
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
    if (!done.ok) return false;
    const text = paths === null ? "Its place is what the readings say" : "Place corrected";
    tell({ text, undo: () => void put(done.value.paths) });
    return true;
  };
  return { save, pending };
}
