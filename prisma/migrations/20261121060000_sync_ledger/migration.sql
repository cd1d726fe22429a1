-- AlterTable
ALTER TABLE "sync_states" ADD COLUMN     "held_until" TIMESTAMPTZ(3),
ADD COLUMN     "late_looked_at" TIMESTAMPTZ(3),
ADD COLUMN     "newest_failures" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "strikes" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "yields" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "sync_windows" (
    "tenancy_id" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "from_at" TIMESTAMPTZ(3) NOT NULL,
    "to_at" TIMESTAMPTZ(3) NOT NULL,
    "fetched_at" TIMESTAMPTZ(3) NOT NULL,
    "query_id" TEXT,

    CONSTRAINT "sync_windows_pkey" PRIMARY KEY ("tenancy_id","type","from_at")
);

-- CreateTable
CREATE TABLE "sync_troubles" (
    "tenancy_id" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "from_at" TIMESTAMPTZ(3) NOT NULL,
    "to_at" TIMESTAMPTZ(3) NOT NULL,
    "failures" INTEGER NOT NULL,
    "last_error" TEXT,
    "next_try_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sync_troubles_pkey" PRIMARY KEY ("tenancy_id","type","from_at")
);

-- CreateTable
CREATE TABLE "sync_asks" (
    "id" BIGSERIAL NOT NULL,
    "tenancy_id" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "from_at" TIMESTAMPTZ(3) NOT NULL,
    "to_at" TIMESTAMPTZ(3) NOT NULL,
    "remaining_to" TIMESTAMPTZ(3) NOT NULL,
    "asked_by" TEXT NOT NULL,
    "asked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "last_error" TEXT,
    "next_try_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "outcome" TEXT,

    CONSTRAINT "sync_asks_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "sync_asks_tenancy_id_type_ended_at_idx" ON "sync_asks"("tenancy_id", "type", "ended_at");

-- What was complete until now is the first line of the ledger.
INSERT INTO "sync_windows" ("tenancy_id", "type", "from_at", "to_at", "fetched_at")
SELECT "tenancy_id", "type", "complete_from", "complete_until", coalesce("last_success_at", now())
FROM "sync_states" WHERE "complete_from" < "complete_until";
