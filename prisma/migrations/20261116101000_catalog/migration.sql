-- CreateEnum
CREATE TYPE "tool_row_kind" AS ENUM ('SYSTEM_OVERRIDE', 'TENANT_CUSTOM');

-- CreateTable
CREATE TABLE "tenant_keys" (
    "tenant_id" UUID NOT NULL,
    "wrapped" BYTEA NOT NULL,
    "key_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tenant_keys_pkey" PRIMARY KEY ("tenant_id")
);

-- CreateTable
CREATE TABLE "secrets" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "agent_slug" TEXT NOT NULL DEFAULT '',
    "label" TEXT NOT NULL DEFAULT '',
    "hosts" TEXT[],
    "sealed" BYTEA NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "updated_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "secrets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tools" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "kind" "tool_row_kind" NOT NULL,
    "enabled" BOOLEAN,
    "name" TEXT,
    "description" TEXT,
    "category" TEXT,
    "icon" TEXT,
    "permission_policy" TEXT,
    "required_permission" TEXT,
    "execution_type" TEXT,
    "visibility" TEXT,
    "fields" JSONB,
    "input_schema" JSONB,
    "output_schema" JSONB,
    "execution_spec" JSONB,
    "output_sections" JSONB,
    "input_examples" JSONB,
    "display" JSONB,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "updated_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "tools_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tool_catalog_entries" (
    "slug" TEXT NOT NULL,
    "origin" TEXT NOT NULL,
    "category" TEXT NOT NULL,
    "harness" BOOLEAN NOT NULL,
    "required_secrets" JSONB NOT NULL,
    "last_seen_at" TIMESTAMPTZ(6) NOT NULL,
    "missing_since" TIMESTAMPTZ(6),

    CONSTRAINT "tool_catalog_entries_pkey" PRIMARY KEY ("slug")
);

-- CreateTable
CREATE TABLE "tool_favourites" (
    "tenant_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "tool_slug" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tool_favourites_pkey" PRIMARY KEY ("tenant_id","user_id","tool_slug")
);

-- CreateTable
CREATE TABLE "schema_versions" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "subject_type" TEXT NOT NULL,
    "subject_id" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,
    "content" JSONB NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_saved_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "schema_versions_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "secrets_tenant_id_id_key" ON "secrets"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "secrets_tenant_id_key_agent_slug_key" ON "secrets"("tenant_id", "key", "agent_slug");

-- CreateIndex
CREATE UNIQUE INDEX "tools_tenant_id_id_key" ON "tools"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "tools_tenant_id_slug_kind_key" ON "tools"("tenant_id", "slug", "kind");

-- CreateIndex
CREATE UNIQUE INDEX "schema_versions_tenant_id_id_key" ON "schema_versions"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "schema_versions_tenant_id_subject_type_subject_id_version_key" ON "schema_versions"("tenant_id", "subject_type", "subject_id", "version");

SELECT toolcrib_raise_wall('tools');
SELECT toolcrib_raise_wall('tool_favourites');
SELECT toolcrib_raise_wall('schema_versions', 'SELECT, INSERT, UPDATE');
SELECT toolcrib_raise_wall('secrets');
SELECT toolcrib_raise_wall('tenant_keys', 'SELECT, INSERT');

-- Rows of the default tenant hold for all tenants: everybody reads them, only the operator writes them.
CREATE POLICY global_rows ON "tools" FOR SELECT TO toolcrib_app USING (tenant_id = '00000000-0000-0000-0000-000000000000');

GRANT SELECT ON "tool_catalog_entries" TO toolcrib_app;
