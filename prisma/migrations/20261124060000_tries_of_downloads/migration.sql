-- AlterTable
ALTER TABLE "queries" ADD COLUMN     "tries" INTEGER NOT NULL DEFAULT 0;
