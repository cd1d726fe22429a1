-- AlterTable
ALTER TABLE "screens" ADD COLUMN     "boards" JSONB,
ADD COLUMN     "gaps" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "height" INTEGER,
ADD COLUMN     "last_paint_at" TIMESTAMPTZ(3),
ADD COLUMN     "page" TEXT,
ADD COLUMN     "pixel_ratio" DOUBLE PRECISION,
ADD COLUMN     "place" TEXT,
ADD COLUMN     "reported_at" TIMESTAMPTZ(3),
ADD COLUMN     "sound" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "version" TEXT,
ADD COLUMN     "width" INTEGER;

-- CreateTable
CREATE TABLE "screen_pairings" (
    "id" SERIAL NOT NULL,
    "secret_hash" TEXT NOT NULL,
    "code_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "screen_pairings_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "screen_pairings_secret_hash_key" ON "screen_pairings"("secret_hash");

-- CreateIndex
CREATE UNIQUE INDEX "screen_pairings_code_hash_key" ON "screen_pairings"("code_hash");

-- CreateIndex
CREATE INDEX "screen_pairings_expires_at_idx" ON "screen_pairings"("expires_at");
