import { expect, test } from "vitest";
import { anAlert } from "../fixture.test-support";
import { momentsOf } from "./moments";

const heard = {
  notificationId: null,
  previousSeverity: null,
  closeReason: null,
  receivedAt: "2026-10-14T08:00:02.000Z",
};

test("notifications and hands are told newest first", () => {
  const alert = anAlert({
    acknowledgedAt: "2026-10-14T07:00:00.000Z",
    acknowledgedBy: "M. de Vries",
    notifications: [
      { ...heard, event: "RAISED", severity: "LOW", timestamp: "2026-10-14T05:00:00.000Z" },
      {
        ...heard,
        event: "SEVERITY_INCREASED",
        severity: "HIGH",
        previousSeverity: "LOW",
        timestamp: "2026-10-14T06:00:00.000Z",
      },
      {
        ...heard,
        event: "CLOSED",
        severity: "HIGH",
        closeReason: "RECOVERY_DETECTED",
        timestamp: "2026-10-14T08:00:00.000Z",
      },
    ],
  });
  const moments = momentsOf(alert);
  expect(moments.map((one) => one.what)).toEqual([
    "Closed: recovered",
    "M. de Vries took it",
    "LOW to HIGH",
    "Raised as LOW",
  ]);
  expect(moments[0]?.receivedAfterMs).toBe(2_000);
});
