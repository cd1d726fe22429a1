import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hashMeaning } from "./judge.server";
import { parseInstant, parseNotification } from "./parse";

const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

const plant = {
  alertId: "A1",
  alertCategory: "PLANT_LIGHT_ALERT",
  state: "ACTIVE",
  jobId: "J1",
  tenantId: "T1",
  timestamp: "2026-11-20T10:00:00Z",
};
const alert = {
  alertId: "A1",
  alertSeverity: "MEDIUM",
  alertType: "PRODUCTIVITY",
  event: "SEVERITY_INCREASED",
  jobId: "J1",
  notificationId: "N1",
  previousSeverity: "LOW",
  tenantId: "T1",
  timestamp: "2026-11-20T10:00:00+02:00",
};

describe("the interface's shape", () => {
  it("is parsed completely", () => {
    expect(parseNotification(bytes(alert)).understood).toMatchObject({
      shape: "alert",
      notificationId: "N1",
      type: "PRODUCTIVITY",
      severity: "MEDIUM",
      previousSeverity: "LOW",
      timestamp: new Date("2026-11-20T08:00:00Z"),
    });
  });

  it.each(["alertId", "alertSeverity", "event", "jobId", "notificationId", "tenantId", "timestamp"])(
    "needs %s",
    (name) => {
      expect(parseNotification(bytes({ ...alert, [name]: undefined }))).toMatchObject({
        understood: null,
        reason: `${name} is missing`,
      });
      expect(parseNotification(bytes({ ...alert, [name]: null })).understood).toBeNull();
      expect(parseNotification(bytes({ ...alert, [name]: {} })).understood).toBeNull();
    },
  );

  it("reads closeReason and previousSeverity only with their event", () => {
    const raised = { ...alert, event: "RAISED", closeReason: "EXPIRED" };
    expect(parseNotification(bytes(raised)).understood).toMatchObject({
      closeReason: null,
      previousSeverity: null,
    });
    expect(parseNotification(bytes({ ...raised, event: "CLOSED" })).understood?.closeReason).toBe("EXPIRED");
    expect(parseNotification(bytes({ ...raised, event: "CLOSED", closeReason: "BORED" }))).toMatchObject({
      reason: 'closeReason is "BORED"; RECOVERY_DETECTED, EXPIRED and REPLACED are known',
    });
  });

  it.each(["HEALTH", "PRODUCTIVITY"])("accepts type %s, with a readable job or a ULID", (alertType) => {
    for (const jobId of ["JOB_V1_PLANT23", "01J8Z3V0000000000000000JOB"])
      expect(parseNotification(bytes({ ...alert, alertType, jobId })).understood).toMatchObject({
        ...{ type: alertType, jobId, category: null },
      });
  });

  it("accepts a byte order mark", () => {
    const body = new Uint8Array([0xef, 0xbb, 0xbf, ...bytes(alert)]);
    expect(parseNotification(body).understood?.alertId).toBe("A1");
  });

  it("takes precedence if a body has the members of both shapes", () => {
    expect(parseNotification(bytes({ ...plant, ...alert })).understood?.shape).toBe("alert");
  });
});

describe("the newer shape", () => {
  it.each(["PLANT_CRITICAL_ALERT", "PLANT_STRESS_ALERT", "PLANT_LIGHT_ALERT", "PLANT_RECOVERY_ALERT"])(
    "may be a %s, which has neither type nor severity",
    (alertCategory) => {
      expect(parseNotification(bytes({ ...plant, alertCategory })).understood).toMatchObject({
        ...{ shape: "plant", category: alertCategory, type: null, severity: null, previousSeverity: null },
        ...{ notificationId: null, locationId: null, controlAreaId: null, raisedAt: null, closedAt: null },
      });
    },
  );

  it("is parsed completely, with optional notificationId and notificationType", () => {
    const whole = {
      ...{ ...plant, state: "CLOSED", notificationId: "N1", notificationType: "PLANT_ALERT" },
      ...{ jobId: "01J8Z3V0000000000000000JOB", locationId: "L1", controlAreaId: "C1" },
      ...{ createdAt: "2026-11-20T09:00:00Z", closedAt: "2026-11-20T09:55:00Z", closeReason: "EXPIRED" },
    };
    expect(parseNotification(bytes(whole)).understood).toMatchObject({
      ...{ event: "CLOSED", notificationId: "N1", jobId: whole.jobId, locationId: "L1", controlAreaId: "C1" },
      ...{ raisedAt: new Date(whole.createdAt), closedAt: new Date(whole.closedAt), closeReason: "EXPIRED" },
    });
  });

  it.each([
    [{ state: "ACTIVE" }, "RAISED"],
    [{ state: "CLOSED" }, "CLOSED"],
    [{ event: "RAISED", state: "CLOSED" }, "RAISED"],
    [{ event: "CLOSED" }, "CLOSED"],
  ])("%j is %s", (members, event) => {
    expect(parseNotification(bytes({ ...plant, state: undefined, ...members })).understood?.event).toBe(
      event,
    );
  });

  it.each([
    [{ state: undefined }, "event and state are both missing"],
    [{ event: "SEVERITY_INCREASED" }, 'event is "SEVERITY_INCREASED"; RAISED and CLOSED are known'],
    [{ alertCategory: "PLANT_MOOD_ALERT" }, /^alertCategory is "PLANT_MOOD_ALERT"/],
    [{ createdAt: "yesterday" }, 'createdAt is "yesterday"; an RFC 3339 date-time is known'],
  ])("%j is not understood", (members, reason) => {
    expect(parseNotification(bytes({ ...plant, ...members }))).toMatchObject({
      understood: null,
      reason: typeof reason === "string" ? reason : expect.stringMatching(reason),
      alertId: "A1",
    });
  });
});

it.each([
  ["{", "The body is not JSON"],
  ["[]", "The body is not a JSON object"],
  ["null", "The body is not a JSON object"],
  ["", "The body is not JSON"],
])("%j is not understood", (text, reason) => {
  expect(parseNotification(new TextEncoder().encode(text))).toMatchObject({ understood: null, reason });
});

it("never throws, and reports only text that can be stored", () => {
  const value = fc.object({ key: fc.constantFrom(...Object.keys({ ...alert, ...plant })), maxDepth: 1 });
  fc.assert(
    fc.property(
      fc.oneof(
        fc.uint8Array(),
        value.map((one) => bytes({ ...alert, ...one })),
      ),
      (body) => {
        const parsed = parseNotification(body);
        if (parsed.understood) return;
        expect(parsed.reason).not.toMatch(/[\0\p{Surrogate}]/u);
        expect(parsed.reason.length).toBeLessThan(200);
      },
    ),
  );
});

/** 60,000 arrays in one another. */
const deep = `${"[".repeat(60_000)}${"]".repeat(60_000)}`;

it.each([
  ["as what it is", deep, "The body is not a JSON object"],
  ["in a member that is needed", `{"alertType":"HEALTH","event":${deep}}`, /nested more than 64 levels deep/],
  ["in a member alone", `{"extra":${deep}}`, "alertType and alertCategory are both missing"],
])("does not understand a body nested 60,000 levels deep %s", (_, text, reason) => {
  const parsed = parseNotification(new TextEncoder().encode(text));
  expect(parsed).toMatchObject({
    understood: null,
    reason: typeof reason === "string" ? reason : expect.stringMatching(reason),
    value: undefined,
  });
  expect(hashMeaning(parsed)).toBeNull();
});

it("accepts an unknown member nested to any depth", () => {
  const text = `${JSON.stringify(alert).slice(0, -1)},"extra":${deep}}`;
  const parsed = parseNotification(new TextEncoder().encode(text));
  expect(parsed.understood).toMatchObject({ alertId: "A1" });
  expect(hashMeaning(parsed)).toBe(hashMeaning(parseNotification(bytes(alert))));
});

describe("an instant", () => {
  it.each([
    ["2026-11-20T10:00:00Z", "2026-11-20T10:00:00.000Z"],
    ["2026-11-20t10:00:00.123456z", "2026-11-20T10:00:00.123Z"],
    ["2024-02-29 23:59:59-01:30", "2024-03-01T01:29:59.000Z"],
    ["2016-12-31T23:59:60Z", "2017-01-01T00:00:00.000Z"],
  ])("%s is %s", (text, expected) => {
    expect(parseInstant(text)?.toISOString()).toBe(expected);
  });

  it.each([
    "2026-11-20",
    "2026-11-20T10:00Z",
    "2026-11-20T10:00:00",
    "2026-02-29T10:00:00Z",
    "2026-13-01T10:00:00Z",
    "2026-11-20T24:00:01Z",
    "0001-01-01T00:00:00Z",
    "2026-11-20T10:00:00+24:00",
    "",
  ])("%s is none", (text) => {
    expect(parseInstant(text)).toBeUndefined();
  });
});
