-- AlterTable
ALTER TABLE "queries" ADD COLUMN     "added" INTEGER,
ADD COLUMN     "changed" INTEGER,
ADD COLUMN     "checkpoint" JSONB,
ADD COLUMN     "improved" INTEGER,
ADD COLUMN     "unchanged" INTEGER;

-- CreateTable
CREATE TABLE "roll_ups" (
    "tenancy_id" INTEGER NOT NULL,
    "time_zone" TEXT NOT NULL,
    "next_time_zone" TEXT,
    "next_area_id" INTEGER NOT NULL DEFAULT 0,
    "next_job_id" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "roll_ups_pkey" PRIMARY KEY ("tenancy_id")
);

-- CreateTable
CREATE TABLE "next_daily_readings" (
    "tenancy_id" INTEGER NOT NULL,
    "area_id" INTEGER NOT NULL,
    "job_id" INTEGER NOT NULL,
    "index" SMALLINT NOT NULL,
    "day" DATE NOT NULL,
    "sum" DOUBLE PRECISION NOT NULL,
    "min" REAL NOT NULL,
    "max" REAL NOT NULL,
    "count" INTEGER NOT NULL,
    "filled" INTEGER NOT NULL,

    CONSTRAINT "next_daily_readings_pkey" PRIMARY KEY ("tenancy_id","area_id","job_id","index","day")
);

-- The days that stand there were cut in the zone that their tenancy has.
INSERT INTO "roll_ups" ("tenancy_id", "time_zone") SELECT "id", "time_zone" FROM "tenancies";
