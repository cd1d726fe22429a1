-- AlterTable
ALTER TABLE "users" ADD COLUMN     "areas" JSONB,
ADD COLUMN     "areas_provisioned" BOOLEAN NOT NULL DEFAULT false;
