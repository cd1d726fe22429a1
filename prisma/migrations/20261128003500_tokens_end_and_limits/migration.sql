-- AlterTable
ALTER TABLE "api_tokens" ADD COLUMN     "areas" JSONB,
ADD COLUMN     "expires_at" TIMESTAMPTZ(3);
