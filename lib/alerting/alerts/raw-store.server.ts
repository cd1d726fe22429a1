import "server-only";
import { getPrisma } from "@/lib/base/db/prisma.server";
import type { NotificationFacts } from "./contract";

export type RawRow = Pick<NotificationFacts, "event" | "timestamp"> & {
  notificationId: string | null;
  receivedAt: Date;
  requestId: string | null;
  body: Uint8Array | null;
};

/** The notifications of an alert with the deliveries that they came in, by the sender's time. */
export function listRaw(tenancyId: number, alertId: string): Promise<RawRow[]> {
  return getPrisma().$queryRaw`
    SELECT n.notification_id AS "notificationId", n.event, n."timestamp", n.received_at AS "receivedAt",
      d.request_id AS "requestId", d.body
    FROM notifications n LEFT JOIN deliveries d ON d.id = n.delivery_id AND d.tenancy_id = n.tenancy_id
    WHERE n.tenancy_id = ${tenancyId} AND n.alert_id = ${alertId}
    ORDER BY n."timestamp", n.received_at, n.notification_key`;
}
