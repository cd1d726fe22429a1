-- DropIndex
DROP INDEX "notifications_tenancy_id_alert_id_idx";

-- AlterTable
ALTER TABLE "alerts" ADD COLUMN     "carry" JSONB;

-- CreateIndex
CREATE INDEX "notifications_tenancy_id_alert_id_timestamp_idx" ON "notifications"("tenancy_id", "alert_id", "timestamp");
