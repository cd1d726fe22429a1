-- AlterTable
ALTER TABLE "alert_handlings" ADD COLUMN     "acknowledged_rank" SMALLINT,
ADD COLUMN     "owner" TEXT,
ADD COLUMN     "recovery_confirmed_at" TIMESTAMPTZ(3),
ADD COLUMN     "recovery_confirmed_by" TEXT,
ADD COLUMN     "recovery_denied_at" TIMESTAMPTZ(3),
ADD COLUMN     "snoozed_at" TIMESTAMPTZ(3),
ADD COLUMN     "snoozed_by" TEXT,
ADD COLUMN     "snoozed_rank" SMALLINT,
ADD COLUMN     "snoozed_until" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "deliveries" ADD COLUMN     "answered" TEXT,
ADD COLUMN     "settled_at" TIMESTAMPTZ(3),
ADD COLUMN     "settled_by" TEXT;

-- AlterTable
ALTER TABLE "tenancies" ADD COLUMN     "recovery_hours" INTEGER NOT NULL DEFAULT 6;

-- CreateTable
CREATE TABLE "alert_actions" (
    "id" BIGSERIAL NOT NULL,
    "tenancy_id" INTEGER NOT NULL,
    "alert_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "detail" JSONB,

    CONSTRAINT "alert_actions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "alert_recoveries" (
    "tenancy_id" INTEGER NOT NULL,
    "alert_id" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,
    "low" DOUBLE PRECISION NOT NULL,
    "high" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "alert_recoveries_pkey" PRIMARY KEY ("tenancy_id","alert_id")
);

-- CreateTable
CREATE TABLE "outages" (
    "id" BIGSERIAL NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "cause" TEXT NOT NULL,

    CONSTRAINT "outages_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "push_subscriptions" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "endpoint" TEXT NOT NULL,
    "p256dh" TEXT NOT NULL,
    "auth" TEXT NOT NULL,
    "device" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_sent_at" TIMESTAMPTZ(3),
    "failures" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "push_subscriptions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "notice_rules" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "tenancy_id" INTEGER NOT NULL,
    "min_rank" SMALLINT NOT NULL,
    "types" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "area_path" TEXT,
    "push" BOOLEAN NOT NULL DEFAULT true,
    "email" BOOLEAN NOT NULL DEFAULT false,
    "quiet_from" SMALLINT,
    "quiet_to" SMALLINT,
    "remind_minutes" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "notice_rules_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "notices" (
    "id" BIGSERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "tenancy_id" INTEGER NOT NULL,
    "alert_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "rank" SMALLINT NOT NULL,
    "channel" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(3),
    "tries" INTEGER NOT NULL DEFAULT 0,
    "error" TEXT,

    CONSTRAINT "notices_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "alert_actions_tenancy_id_alert_id_idx" ON "alert_actions"("tenancy_id", "alert_id");

-- CreateIndex
CREATE INDEX "alert_actions_tenancy_id_at_idx" ON "alert_actions"("tenancy_id", "at" DESC);

-- CreateIndex
CREATE INDEX "outages_started_at_idx" ON "outages"("started_at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "push_subscriptions_endpoint_key" ON "push_subscriptions"("endpoint");

-- CreateIndex
CREATE INDEX "push_subscriptions_user_id_idx" ON "push_subscriptions"("user_id");

-- CreateIndex
CREATE INDEX "notice_rules_tenancy_id_idx" ON "notice_rules"("tenancy_id");

-- CreateIndex
CREATE INDEX "notice_rules_user_id_idx" ON "notice_rules"("user_id");

-- CreateIndex
CREATE INDEX "notices_tenancy_id_alert_id_idx" ON "notices"("tenancy_id", "alert_id");

-- CreateIndex
CREATE UNIQUE INDEX "notices_user_id_tenancy_id_alert_id_kind_rank_channel_key" ON "notices"("user_id", "tenancy_id", "alert_id", "kind", "rank", "channel");
