-- AlterTable
ALTER TABLE "queries" ADD COLUMN     "status_told" BOOLEAN NOT NULL DEFAULT false;
