-- AlterTable
ALTER TABLE "tenancies" ADD COLUMN     "deleted_rows" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "deleting_at" TIMESTAMPTZ(3),
ADD COLUMN     "deleting_by" TEXT;
