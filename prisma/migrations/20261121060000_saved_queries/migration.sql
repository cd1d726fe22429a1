-- CreateTable
CREATE TABLE "saved_queries" (
    "id" TEXT NOT NULL,
    "tenancy_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "form" JSONB NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "saved_queries_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "saved_queries_tenancy_id_name_key" ON "saved_queries"("tenancy_id", "name");
