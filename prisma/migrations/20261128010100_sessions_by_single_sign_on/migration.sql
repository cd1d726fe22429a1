-- AlterTable
ALTER TABLE "user_sessions" ADD COLUMN     "single_sign_on" BOOLEAN NOT NULL DEFAULT false;
