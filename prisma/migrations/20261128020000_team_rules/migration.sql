-- Notice rules for everybody with a role at a site, and who muted them.
-- CreateTable
CREATE TABLE "team_rules" (
    "tenancy_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "min_rank" SMALLINT NOT NULL,
    "area_paths" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "push" BOOLEAN NOT NULL,
    "email" BOOLEAN NOT NULL,
    "quiet_from" SMALLINT,
    "quiet_to" SMALLINT,
    "remind_minutes" INTEGER,
    "binding" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "name" TEXT,
    "provisioned" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "team_rules_pkey" PRIMARY KEY ("tenancy_id","id")
);

-- CreateTable
CREATE TABLE "team_rule_mutes" (
    "tenancy_id" INTEGER NOT NULL,
    "rule_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "muted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "team_rule_mutes_pkey" PRIMARY KEY ("tenancy_id","rule_id","user_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "team_rules_tenancy_id_name_key" ON "team_rules"("tenancy_id", "name");

-- CreateIndex
CREATE INDEX "team_rule_mutes_user_id_idx" ON "team_rule_mutes"("user_id");

-- Deferrable, so that a restore can load the tables in any order.
-- AddForeignKey
ALTER TABLE "team_rule_mutes" ADD CONSTRAINT "team_rule_mutes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE DEFERRABLE;
