-- AlterTable
ALTER TABLE "users" ADD COLUMN     "totp_secret" BYTEA,
ADD COLUMN     "totp_since" TIMESTAMPTZ(3),
ADD COLUMN     "totp_step" INTEGER;

-- CreateTable
CREATE TABLE "recovery_codes" (
    "user_id" INTEGER NOT NULL,
    "code_hash" TEXT NOT NULL,

    CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("user_id","code_hash")
);
