-- AlterTable
ALTER TABLE "deliveries" ADD COLUMN     "set_aside_at" TIMESTAMPTZ(3),
ADD COLUMN     "set_aside_by" TEXT,
ADD COLUMN     "set_aside_reason" TEXT;
