-- DropIndex
DROP INDEX "deliveries_tenancy_id_id_idx";

-- DropIndex
DROP INDEX "notice_rules_tenancy_id_idx";

-- DropIndex
DROP INDEX "notices_tenancy_id_alert_id_idx";

-- DropIndex
DROP INDEX "notices_user_id_tenancy_id_alert_id_kind_rank_channel_key";

-- AlterTable
ALTER TABLE "alert_actions" DROP CONSTRAINT "alert_actions_pkey",
ADD CONSTRAINT "alert_actions_pkey" PRIMARY KEY ("tenancy_id", "id");

-- AlterTable
ALTER TABLE "alert_notes" DROP CONSTRAINT "alert_notes_pkey",
ADD CONSTRAINT "alert_notes_pkey" PRIMARY KEY ("tenancy_id", "id");

-- What no secret fitted is nobody's, and its bytes may come again and again.
ALTER TABLE "deliveries" ADD COLUMN     "refused_hash" BYTEA;
UPDATE "deliveries" SET "refused_hash" = "body_hash", "body_hash" = NULL WHERE "outcome" = 'rejected';
UPDATE "deliveries" SET "tenancy_id" = 0 WHERE "tenancy_id" IS NULL;

-- AlterTable
ALTER TABLE "deliveries" DROP CONSTRAINT "deliveries_pkey",
ALTER COLUMN "tenancy_id" SET NOT NULL,
ALTER COLUMN "tenancy_id" SET DEFAULT 0,
ADD CONSTRAINT "deliveries_pkey" PRIMARY KEY ("tenancy_id", "id");

-- AlterTable
ALTER TABLE "notice_rules" DROP CONSTRAINT "notice_rules_pkey",
ADD CONSTRAINT "notice_rules_pkey" PRIMARY KEY ("tenancy_id", "id");

-- AlterTable
ALTER TABLE "notices" DROP CONSTRAINT "notices_pkey",
ADD CONSTRAINT "notices_pkey" PRIMARY KEY ("tenancy_id", "id");

-- AlterTable
ALTER TABLE "queries" DROP CONSTRAINT "queries_pkey",
ADD CONSTRAINT "queries_pkey" PRIMARY KEY ("tenancy_id", "id");

-- A rejected row belongs to the tenancy of its query; what hangs on none any more goes.
ALTER TABLE "rejected_rows" ADD COLUMN     "tenancy_id" INTEGER;
UPDATE "rejected_rows" r SET "tenancy_id" = q."tenancy_id" FROM "queries" q WHERE q."id" = r."query_id";
DELETE FROM "rejected_rows" WHERE "tenancy_id" IS NULL;

-- AlterTable
ALTER TABLE "rejected_rows" DROP CONSTRAINT "rejected_rows_pkey",
ALTER COLUMN "tenancy_id" SET NOT NULL,
ADD CONSTRAINT "rejected_rows_pkey" PRIMARY KEY ("tenancy_id", "query_id", "line");

-- AlterTable
ALTER TABLE "saved_queries" DROP CONSTRAINT "saved_queries_pkey",
ADD CONSTRAINT "saved_queries_pkey" PRIMARY KEY ("tenancy_id", "id");

-- AlterTable
ALTER TABLE "sync_asks" DROP CONSTRAINT "sync_asks_pkey",
ADD CONSTRAINT "sync_asks_pkey" PRIMARY KEY ("tenancy_id", "id");

-- CreateIndex
CREATE INDEX "deliveries_id_idx" ON "deliveries"("id");

-- CreateIndex
CREATE INDEX "notices_id_idx" ON "notices"("id");

-- CreateIndex
CREATE UNIQUE INDEX "notices_tenancy_id_alert_id_user_id_kind_rank_channel_key" ON "notices"("tenancy_id", "alert_id", "user_id", "kind", "rank", "channel");

-- CreateIndex
CREATE INDEX "queries_id_idx" ON "queries"("id");
