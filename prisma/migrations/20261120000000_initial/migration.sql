-- CreateTable
CREATE TABLE "tenancies" (
    "id" SERIAL NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "time_zone" TEXT NOT NULL,
    "base_url" TEXT,
    "auth_url" TEXT,
    "client_id" TEXT,
    "client_secret" BYTEA,
    "client_secret_set_at" TIMESTAMPTZ(3),
    "client_secret_set_by" TEXT,
    "token_auth" TEXT NOT NULL DEFAULT 'basic',
    "signature_header" TEXT NOT NULL DEFAULT 'Service-Signature',
    "data_delay_hours" INTEGER NOT NULL DEFAULT 1,
    "query_deadline_minutes" INTEGER NOT NULL DEFAULT 60,
    "sync_enabled" BOOLEAN NOT NULL DEFAULT false,
    "sync_types" TEXT[] DEFAULT ARRAY['indices']::TEXT[],
    "backfill_days" INTEGER NOT NULL DEFAULT 30,
    "sync_every_minutes" INTEGER NOT NULL DEFAULT 60,
    "locked_fields" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "trusted_addresses" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "tenancies_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_secrets" (
    "id" SERIAL NOT NULL,
    "tenancy_id" INTEGER NOT NULL,
    "sealed" BYTEA NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),
    "retired_at" TIMESTAMPTZ(3),
    "provisioned" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "webhook_secrets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "deliveries" (
    "id" BIGSERIAL NOT NULL,
    "tenancy_id" INTEGER,
    "secret_id" INTEGER,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "outcome" TEXT NOT NULL,
    "reason" TEXT,
    "bytes" INTEGER NOT NULL,
    "body" BYTEA,
    "body_hash" BYTEA,
    "notification_id" TEXT,
    "alert_id" TEXT,
    "request_id" TEXT,
    "answered_in_ms" INTEGER,

    CONSTRAINT "deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "notifications" (
    "tenancy_id" INTEGER NOT NULL,
    "notification_key" TEXT NOT NULL,
    "notification_id" TEXT,
    "alert_id" TEXT NOT NULL,
    "shape" TEXT NOT NULL,
    "event" TEXT NOT NULL,
    "severity" TEXT,
    "previous_severity" TEXT,
    "type" TEXT,
    "category" TEXT,
    "close_reason" TEXT,
    "job_id" TEXT NOT NULL,
    "location_id" TEXT,
    "control_area_id" TEXT,
    "timestamp" TIMESTAMPTZ(3) NOT NULL,
    "raised_at" TIMESTAMPTZ(3),
    "closed_at" TIMESTAMPTZ(3),
    "meaning" TEXT NOT NULL,
    "delivery_id" BIGINT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "notifications_pkey" PRIMARY KEY ("tenancy_id","notification_key")
);

-- CreateTable
CREATE TABLE "alerts" (
    "tenancy_id" INTEGER NOT NULL,
    "alert_id" TEXT NOT NULL,
    "shape" TEXT NOT NULL,
    "type" TEXT,
    "category" TEXT,
    "severity" TEXT,
    "peak_severity" TEXT,
    "severity_since" TIMESTAMPTZ(3),
    "rank" SMALLINT NOT NULL,
    "status" TEXT NOT NULL,
    "raised_at" TIMESTAMPTZ(3),
    "first_event_at" TIMESTAMPTZ(3) NOT NULL,
    "last_event_at" TIMESTAMPTZ(3) NOT NULL,
    "closed_at" TIMESTAMPTZ(3),
    "close_reason" TEXT,
    "job_id" TEXT NOT NULL,
    "location_id" TEXT,
    "control_area_id" TEXT,
    "incomplete" BOOLEAN NOT NULL,
    "notifications" INTEGER NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "alerts_pkey" PRIMARY KEY ("tenancy_id","alert_id")
);

-- CreateTable
CREATE TABLE "alert_handlings" (
    "tenancy_id" INTEGER NOT NULL,
    "alert_id" TEXT NOT NULL,
    "acknowledged_at" TIMESTAMPTZ(3),
    "acknowledged_by" TEXT,

    CONSTRAINT "alert_handlings_pkey" PRIMARY KEY ("tenancy_id","alert_id")
);

-- CreateTable
CREATE TABLE "alert_notes" (
    "id" BIGSERIAL NOT NULL,
    "tenancy_id" INTEGER NOT NULL,
    "alert_id" TEXT NOT NULL,
    "author" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "alert_notes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "alert_places" (
    "tenancy_id" INTEGER NOT NULL,
    "alert_id" TEXT NOT NULL,
    "area_id" INTEGER NOT NULL,
    "certainty" TEXT NOT NULL,
    "until" TIMESTAMPTZ(3),

    CONSTRAINT "alert_places_pkey" PRIMARY KEY ("tenancy_id","alert_id","area_id")
);

-- CreateTable
CREATE TABLE "control_areas" (
    "tenancy_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "path" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "parent_id" INTEGER,
    "depth" SMALLINT NOT NULL,
    "has_readings" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "control_areas_pkey" PRIMARY KEY ("tenancy_id","id")
);

-- CreateTable
CREATE TABLE "jobs" (
    "tenancy_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "job_id" TEXT NOT NULL,

    CONSTRAINT "jobs_pkey" PRIMARY KEY ("tenancy_id","id")
);

-- CreateTable
CREATE TABLE "job_areas" (
    "tenancy_id" INTEGER NOT NULL,
    "area_id" INTEGER NOT NULL,
    "job_id" INTEGER NOT NULL,
    "first_at" TIMESTAMPTZ(3) NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "job_areas_pkey" PRIMARY KEY ("tenancy_id","area_id","job_id")
);

-- CreateTable
CREATE TABLE "readings" (
    "tenancy_id" INTEGER NOT NULL,
    "area_id" INTEGER NOT NULL,
    "job_id" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "health" REAL,
    "efficiency" REAL,
    "alpha" REAL,
    "productivity" REAL,
    "pei" REAL,
    "dpi" REAL,
    "dli" REAL,
    "ppfd" REAL,
    "filled" SMALLINT NOT NULL DEFAULT 0,
    "unsure" SMALLINT NOT NULL DEFAULT 0,

    CONSTRAINT "readings_pkey" PRIMARY KEY ("tenancy_id","area_id","job_id","at")
);

-- CreateTable
CREATE TABLE "other_readings" (
    "tenancy_id" INTEGER NOT NULL,
    "area_id" INTEGER NOT NULL,
    "job_id" INTEGER NOT NULL,
    "index_name" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "value" REAL NOT NULL,
    "filled" BOOLEAN,

    CONSTRAINT "other_readings_pkey" PRIMARY KEY ("tenancy_id","area_id","job_id","index_name","at")
);

-- CreateTable
CREATE TABLE "daily_readings" (
    "tenancy_id" INTEGER NOT NULL,
    "area_id" INTEGER NOT NULL,
    "job_id" INTEGER NOT NULL,
    "index" SMALLINT NOT NULL,
    "day" DATE NOT NULL,
    "sum" DOUBLE PRECISION NOT NULL,
    "min" REAL NOT NULL,
    "max" REAL NOT NULL,
    "count" INTEGER NOT NULL,
    "filled" INTEGER NOT NULL,

    CONSTRAINT "daily_readings_pkey" PRIMARY KEY ("tenancy_id","area_id","job_id","index","day")
);

-- CreateTable
CREATE TABLE "measurements" (
    "tenancy_id" INTEGER NOT NULL,
    "measurement_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "device_id" TEXT NOT NULL,
    "area_id" INTEGER NOT NULL,
    "job_id" INTEGER NOT NULL,
    "f0" DOUBLE PRECISION,
    "fm" DOUBLE PRECISION,
    "fv" DOUBLE PRECISION,
    "qe" DOUBLE PRECISION,
    "fv_fm" DOUBLE PRECISION,
    "f0x" DOUBLE PRECISION,
    "fvx_fmx" DOUBLE PRECISION,
    "qp" DOUBLE PRECISION,
    "f0x_f0" DOUBLE PRECISION,
    "fqx_fmx" DOUBLE PRECISION,
    "npq" DOUBLE PRECISION,
    "ql" DOUBLE PRECISION,
    "qcn" DOUBLE PRECISION,
    "fv_f0" DOUBLE PRECISION,
    "extra" JSONB,

    CONSTRAINT "measurements_pkey" PRIMARY KEY ("tenancy_id","measurement_id")
);

-- CreateTable
CREATE TABLE "queries" (
    "id" TEXT NOT NULL,
    "tenancy_id" INTEGER NOT NULL,
    "query_id" TEXT,
    "type" TEXT NOT NULL,
    "asked" JSONB NOT NULL,
    "filters" JSONB NOT NULL,
    "select_columns" JSONB,
    "purpose" TEXT NOT NULL,
    "requested_by" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "service_status" TEXT,
    "without_status" BOOLEAN NOT NULL DEFAULT false,
    "polls" INTEGER NOT NULL DEFAULT 0,
    "resubmitted" BOOLEAN NOT NULL DEFAULT false,
    "cancel_asked" BOOLEAN NOT NULL DEFAULT false,
    "bytes" BIGINT NOT NULL DEFAULT 0,
    "stored" INTEGER NOT NULL DEFAULT 0,
    "empty" INTEGER NOT NULL DEFAULT 0,
    "rejected" INTEGER NOT NULL DEFAULT 0,
    "unknown_columns" JSONB,
    "error" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "submitted_at" TIMESTAMPTZ(3),
    "running_at" TIMESTAMPTZ(3),
    "downloading_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "next_try_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "queries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rejected_rows" (
    "query_id" TEXT NOT NULL,
    "line" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,
    "text" TEXT NOT NULL,

    CONSTRAINT "rejected_rows_pkey" PRIMARY KEY ("query_id","line")
);

-- CreateTable
CREATE TABLE "unknown_indices" (
    "tenancy_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "rows" BIGINT NOT NULL,
    "first_seen" TIMESTAMPTZ(3) NOT NULL,
    "last_seen" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "unknown_indices_pkey" PRIMARY KEY ("tenancy_id","name")
);

-- CreateTable
CREATE TABLE "sync_states" (
    "tenancy_id" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "complete_until" TIMESTAMPTZ(3),
    "complete_from" TIMESTAMPTZ(3),
    "last_reading_at" TIMESTAMPTZ(3),
    "last_success_at" TIMESTAMPTZ(3),
    "last_try_at" TIMESTAMPTZ(3),
    "next_try_at" TIMESTAMPTZ(3),
    "failures" INTEGER NOT NULL DEFAULT 0,
    "last_error" TEXT,
    "paused" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "sync_states_pkey" PRIMARY KEY ("tenancy_id","type")
);

-- CreateTable
CREATE TABLE "users" (
    "id" SERIAL NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "session_version" INTEGER NOT NULL DEFAULT 1,
    "disabled_at" TIMESTAMPTZ(3),
    "provisioned" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_sign_in_at" TIMESTAMPTZ(3),

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sign_in_failures" (
    "id" BIGSERIAL NOT NULL,
    "account" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sign_in_failures_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_tokens" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "provisioned" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "api_tokens_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "screens" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "tenancy_id" INTEGER,
    "view" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "provisioned" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "screens_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_entries" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "target" TEXT NOT NULL,
    "detail" JSONB,

    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "settings" (
    "key" TEXT NOT NULL,
    "value" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "settings_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "worker_beats" (
    "worker_id" TEXT NOT NULL,
    "beat_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "worker_beats_pkey" PRIMARY KEY ("worker_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "tenancies_tenant_id_key" ON "tenancies"("tenant_id");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_secrets_fingerprint_key" ON "webhook_secrets"("fingerprint");

-- CreateIndex
CREATE INDEX "webhook_secrets_tenancy_id_idx" ON "webhook_secrets"("tenancy_id");

-- CreateIndex
CREATE INDEX "deliveries_tenancy_id_id_idx" ON "deliveries"("tenancy_id", "id" DESC);

-- CreateIndex
CREATE INDEX "deliveries_outcome_id_idx" ON "deliveries"("outcome", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "deliveries_tenancy_id_body_hash_key" ON "deliveries"("tenancy_id", "body_hash");

-- CreateIndex
CREATE INDEX "notifications_tenancy_id_alert_id_idx" ON "notifications"("tenancy_id", "alert_id");

-- CreateIndex
CREATE INDEX "notifications_tenancy_id_received_at_idx" ON "notifications"("tenancy_id", "received_at" DESC);

-- CreateIndex
CREATE INDEX "alerts_tenancy_id_status_rank_last_event_at_idx" ON "alerts"("tenancy_id", "status", "rank" DESC, "last_event_at" DESC);

-- CreateIndex
CREATE INDEX "alerts_tenancy_id_last_event_at_alert_id_idx" ON "alerts"("tenancy_id", "last_event_at" DESC, "alert_id");

-- CreateIndex
CREATE INDEX "alerts_tenancy_id_job_id_idx" ON "alerts"("tenancy_id", "job_id");

-- CreateIndex
CREATE INDEX "alert_notes_tenancy_id_alert_id_idx" ON "alert_notes"("tenancy_id", "alert_id");

-- CreateIndex
CREATE INDEX "alert_places_tenancy_id_area_id_idx" ON "alert_places"("tenancy_id", "area_id");

-- CreateIndex
CREATE INDEX "control_areas_tenancy_id_parent_id_idx" ON "control_areas"("tenancy_id", "parent_id");

-- CreateIndex
CREATE UNIQUE INDEX "control_areas_tenancy_id_path_key" ON "control_areas"("tenancy_id", "path");

-- CreateIndex
CREATE UNIQUE INDEX "jobs_tenancy_id_job_id_key" ON "jobs"("tenancy_id", "job_id");

-- CreateIndex
CREATE INDEX "job_areas_tenancy_id_job_id_idx" ON "job_areas"("tenancy_id", "job_id");

-- CreateIndex
CREATE INDEX "measurements_tenancy_id_area_id_at_idx" ON "measurements"("tenancy_id", "area_id", "at");

-- CreateIndex
CREATE INDEX "measurements_tenancy_id_at_idx" ON "measurements"("tenancy_id", "at");

-- CreateIndex
CREATE INDEX "queries_tenancy_id_created_at_idx" ON "queries"("tenancy_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "queries_status_idx" ON "queries"("status");

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE INDEX "sign_in_failures_account_at_idx" ON "sign_in_failures"("account", "at");

-- CreateIndex
CREATE INDEX "sign_in_failures_address_at_idx" ON "sign_in_failures"("address", "at");

-- CreateIndex
CREATE UNIQUE INDEX "api_tokens_name_key" ON "api_tokens"("name");

-- CreateIndex
CREATE UNIQUE INDEX "api_tokens_token_hash_key" ON "api_tokens"("token_hash");

-- CreateIndex
CREATE UNIQUE INDEX "screens_name_key" ON "screens"("name");

-- CreateIndex
CREATE UNIQUE INDEX "screens_token_hash_key" ON "screens"("token_hash");

-- CreateIndex
CREATE INDEX "audit_entries_at_idx" ON "audit_entries"("at" DESC);
