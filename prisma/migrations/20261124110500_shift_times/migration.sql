-- When shifts begin, in site time.
ALTER TABLE "tenancies" ADD COLUMN "shift_times" TEXT[] DEFAULT ARRAY['06:00', '18:00']::TEXT[];
