-- CreateTable
CREATE TABLE "area_notes" (
    "tenancy_id" INTEGER NOT NULL,
    "area_id" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "text" TEXT NOT NULL,
    "author" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),
    "deleted_by" TEXT,

    CONSTRAINT "area_notes_pkey" PRIMARY KEY ("tenancy_id","area_id","id")
);
