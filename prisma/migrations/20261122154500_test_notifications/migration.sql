-- AlterTable
ALTER TABLE "deliveries" ADD COLUMN     "request" JSONB,
ADD COLUMN     "test" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "test_notifications" (
    "tenancy_id" INTEGER NOT NULL,
    "body_hash" BYTEA NOT NULL,
    "sent_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_by" TEXT NOT NULL,

    CONSTRAINT "test_notifications_pkey" PRIMARY KEY ("tenancy_id","body_hash")
);

-- CreateIndex
CREATE INDEX "deliveries_received_at_idx" ON "deliveries" USING BRIN ("received_at");
