-- CreateTable
CREATE TABLE "site_groups" (
    "tenancy_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,

    CONSTRAINT "site_groups_pkey" PRIMARY KEY ("tenancy_id","user_id")
);

-- CreateIndex
CREATE INDEX "site_groups_user_id_idx" ON "site_groups"("user_id");

-- AddForeignKey
ALTER TABLE "site_groups" ADD CONSTRAINT "site_groups_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE DEFERRABLE;
