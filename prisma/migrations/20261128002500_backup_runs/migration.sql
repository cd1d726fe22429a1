-- Backups that were made, that failed, and the one under way.
CREATE TABLE "backup_runs" (
    "id" BIGSERIAL NOT NULL,
    "trigger" TEXT NOT NULL,
    "requested_by" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),
    "file" TEXT,
    "bytes" BIGINT,
    "rows" BIGINT,
    "verified_at" TIMESTAMPTZ(3),
    "error" TEXT,
    "tables_done" INTEGER NOT NULL DEFAULT 0,
    "tables_total" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "backup_runs_pkey" PRIMARY KEY ("id")
);
