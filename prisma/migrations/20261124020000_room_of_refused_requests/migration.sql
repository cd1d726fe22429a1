-- AlterTable
ALTER TABLE "deliveries" ADD COLUMN     "refused_kind" SMALLINT,
ADD COLUMN     "refused_network" TEXT;
