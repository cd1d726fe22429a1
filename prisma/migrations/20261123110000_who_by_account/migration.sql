-- Who did something, by their account: names change, and two people may share one. What stands there already stays
-- without: a name does not tell whose it was. No foreign keys: a line of the audit outlives whatever it names.

-- AlterTable
ALTER TABLE "alert_actions" ADD COLUMN     "actor_id" INTEGER;

-- AlterTable
ALTER TABLE "alert_notes" ADD COLUMN     "author_id" INTEGER;

-- AlterTable
ALTER TABLE "area_notes" ADD COLUMN     "author_id" INTEGER,
ADD COLUMN     "deleted_by_id" INTEGER;

-- AlterTable
ALTER TABLE "audit_entries" ADD COLUMN     "actor_id" INTEGER;
