-- When an admin dismissed the next steps that follow connecting.
-- AlterTable
ALTER TABLE "tenancies" ADD COLUMN     "next_steps_dismissed_at" TIMESTAMPTZ(3);
