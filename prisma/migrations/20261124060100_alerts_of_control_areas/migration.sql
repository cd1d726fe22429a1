-- CreateIndex
CREATE INDEX "alerts_tenancy_id_control_area_id_last_event_at_idx" ON "alerts"("tenancy_id", "control_area_id", "last_event_at" DESC);
