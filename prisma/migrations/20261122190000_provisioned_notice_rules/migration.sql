-- AlterTable
ALTER TABLE "notice_rules" ADD COLUMN     "name" TEXT,
ADD COLUMN     "provisioned" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "name_provisioned" BOOLEAN NOT NULL DEFAULT false;

-- CreateIndex
CREATE UNIQUE INDEX "notice_rules_tenancy_id_user_id_name_key" ON "notice_rules"("tenancy_id", "user_id", "name");
