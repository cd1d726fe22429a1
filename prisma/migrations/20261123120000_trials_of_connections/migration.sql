-- What the last test of a connection came to, so that the steps of connecting keep it when they are left.
ALTER TABLE "tenancies" ADD COLUMN "trials" JSONB NOT NULL DEFAULT '{}';
