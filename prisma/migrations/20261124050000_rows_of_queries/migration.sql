-- AlterTable
ALTER TABLE "measurements" ADD COLUMN     "daytime" BOOLEAN;

-- AlterTable
ALTER TABLE "queries" ADD COLUMN     "unrequested" INTEGER;

-- CreateTable
CREATE TABLE "query_sensors" (
    "tenancy_id" INTEGER NOT NULL,
    "query_id" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "first_at" TIMESTAMPTZ(3) NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "query_sensors_pkey" PRIMARY KEY ("tenancy_id","query_id","path")
);
