-- Names that growers give to growth jobs.
CREATE TABLE "job_names" (
    "tenancy_id" INTEGER NOT NULL,
    "job_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "named_at" TIMESTAMPTZ(3) NOT NULL,
    "named_by" TEXT NOT NULL,
    "named_by_id" INTEGER,

    CONSTRAINT "job_names_pkey" PRIMARY KEY ("tenancy_id","job_id")
);
