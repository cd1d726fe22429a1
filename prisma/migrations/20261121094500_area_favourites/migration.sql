-- CreateTable
CREATE TABLE "area_favourites" (
    "tenancy_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "path" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "area_favourites_pkey" PRIMARY KEY ("tenancy_id","user_id","path")
);
