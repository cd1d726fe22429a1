-- When a person last looked at Now, and before that visit.
CREATE TABLE "now_visits" (
    "tenancy_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,
    "before_at" TIMESTAMPTZ(3),

    CONSTRAINT "now_visits_pkey" PRIMARY KEY ("tenancy_id","user_id")
);

-- Deferrable, so that a restore can load the tables in any order.
-- AddForeignKey
ALTER TABLE "now_visits" ADD CONSTRAINT "now_visits_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE DEFERRABLE;
