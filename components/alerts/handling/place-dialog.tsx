"use client";
import { useState } from "react";
import { useTenant } from "@/components/live/site-context";
import { AreaChoice, useAreas } from "@/components/places/area-field";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { useWords } from "@/components/words/words";
import { placeAlert } from "@/lib/alerting/alerts/actions";
import type { Alert } from "@/lib/alerting/alerts/contract";
import { useAlertAct } from "./use-alert-act";

export type Placed = Pick<Alert, "alertId" | "areas">;

/** Corrects the place of an alert, or returns it to what the readings say; with Undo. */
export function PlaceDialog({ alert, onClose }: { alert: Placed; onClose: () => void }) {
  const { t } = useWords();
  const areas = useAreas();
  const { alertId } = alert;
  const tenant = useTenant();
  const { act, isPending } = useAlertAct();
  const pending = isPending(alertId);
  const corrected = alert.areas[0]?.certainty === "corrected";
  const before = alert.areas.map(({ path }) => path);
  const [chosen, setChosen] = useState(before);
  const same = chosen.length === before.length && chosen.every((path) => before.includes(path));
  const put = (paths: string[] | null, text?: string) =>
    act(
      [alertId],
      () => placeAlert({ tenant, alertId, paths }),
      text === undefined ? undefined : ({ paths: earlier }) => ({ text, undo: () => void put(earlier) }),
    );
  const save = async (paths: string[] | null, text: string) => {
    if (await put(paths, text)) onClose();
  };
  return (
    <Dialog
      title={t("alerts.place.title")}
      isOpen
      onClose={onClose}
      actions={
        <>
          {corrected && (
            <Button
              className="mr-auto"
              pending={pending}
              onClick={() => void save(null, t("alerts.place.toReadings"))}
            >
              {t("alerts.place.useReadings")}
            </Button>
          )}
          <Button onClick={onClose}>{t("alerts.place.cancel")}</Button>
          <Button
            variant="primary"
            pending={pending}
            disabled={chosen.length === 0 || (same && corrected)}
            onClick={() => void save(chosen, t("alerts.place.corrected"))}
          >
            {t("alerts.place.save")}
          </Button>
        </>
      }
    >
      <div className="min-h-72">
        <AreaChoice areas={areas} chosen={chosen} onChange={setChosen} />
        <p className="mt-3 text-sm text-ink-3">{t("alerts.place.help")}</p>
      </div>
    </Dialog>
  );
}
