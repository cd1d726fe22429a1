-- What belongs to no account any more: nothing reads it.
DELETE FROM "recovery_codes" r WHERE NOT EXISTS (SELECT FROM "users" u WHERE u."id" = r."user_id");
DELETE FROM "account_links" r WHERE NOT EXISTS (SELECT FROM "users" u WHERE u."id" = r."user_id");
DELETE FROM "user_sessions" r WHERE NOT EXISTS (SELECT FROM "users" u WHERE u."id" = r."user_id");
DELETE FROM "push_subscriptions" r WHERE NOT EXISTS (SELECT FROM "users" u WHERE u."id" = r."user_id");
DELETE FROM "notice_rules" r WHERE NOT EXISTS (SELECT FROM "users" u WHERE u."id" = r."user_id");
DELETE FROM "area_favourites" r WHERE NOT EXISTS (SELECT FROM "users" u WHERE u."id" = r."user_id");
DELETE FROM "webhook_secrets" s WHERE NOT EXISTS (SELECT FROM "tenancies" t WHERE t."id" = s."tenancy_id");

-- Deferrable, so that a restore can load the tables in any order.
-- AddForeignKey
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE DEFERRABLE;

-- AddForeignKey
ALTER TABLE "account_links" ADD CONSTRAINT "account_links_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE DEFERRABLE;

-- AddForeignKey
ALTER TABLE "user_sessions" ADD CONSTRAINT "user_sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE DEFERRABLE;

-- AddForeignKey
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE DEFERRABLE;

-- AddForeignKey
ALTER TABLE "notice_rules" ADD CONSTRAINT "notice_rules_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE DEFERRABLE;

-- AddForeignKey
ALTER TABLE "area_favourites" ADD CONSTRAINT "area_favourites_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE DEFERRABLE;

-- AddForeignKey
ALTER TABLE "webhook_secrets" ADD CONSTRAINT "webhook_secrets_tenancy_id_fkey" FOREIGN KEY ("tenancy_id") REFERENCES "tenancies"("id") ON DELETE NO ACTION ON UPDATE CASCADE DEFERRABLE;
