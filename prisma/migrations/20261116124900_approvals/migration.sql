-- CreateEnum
CREATE TYPE "approval_status" AS ENUM ('PENDING', 'APPROVED', 'DENIED', 'EXPIRED', 'CANCELLED');

-- CreateTable
CREATE TABLE "approvals" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "task_id" UUID NOT NULL,
    "tool_slug" TEXT NOT NULL,
    "definition_digest" TEXT NOT NULL,
    "input" JSON NOT NULL,
    "input_digest" TEXT NOT NULL,
    "edited_input" JSON,
    "preview" JSON,
    "status" "approval_status" NOT NULL DEFAULT 'PENDING',
    "revision" INTEGER NOT NULL DEFAULT 1,
    "rule_id" UUID,
    "rule_revision" INTEGER,
    "why" TEXT NOT NULL,
    "deciders" JSON NOT NULL,
    "needed" INTEGER NOT NULL DEFAULT 1,
    "requester_kind" TEXT NOT NULL,
    "requester_id" UUID,
    "requester_label" TEXT NOT NULL,
    "on_behalf_of_id" UUID,
    "source" TEXT NOT NULL,
    "sub_source" TEXT,
    "assignee_id" UUID,
    "decided_by" TEXT,
    "decided_by_id" UUID,
    "reason" TEXT,
    "expires_at" TIMESTAMPTZ(3),
    "remind_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "decided_at" TIMESTAMPTZ(3),

    CONSTRAINT "approvals_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "approval_votes" (
    "tenant_id" UUID NOT NULL,
    "approval_id" UUID NOT NULL,
    "principal_id" UUID NOT NULL,
    "label" TEXT NOT NULL,
    "decision" TEXT NOT NULL,
    "reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "approval_votes_pkey" PRIMARY KEY ("tenant_id","approval_id","principal_id")
);

-- CreateTable
CREATE TABLE "approval_messages" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "approval_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "author_id" UUID,
    "author_label" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "approval_messages_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "approval_rules" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "match" JSONB NOT NULL,
    "condition" TEXT,
    "verdict" TEXT NOT NULL,
    "deciders" JSONB NOT NULL,
    "needed" INTEGER NOT NULL DEFAULT 1,
    "self_approval" BOOLEAN NOT NULL DEFAULT true,
    "expires_after_seconds" INTEGER,
    "remind_after_seconds" INTEGER,
    "reason" TEXT,
    "limit" INTEGER,
    "used" INTEGER NOT NULL DEFAULT 0,
    "ends_at" TIMESTAMPTZ(3),
    "revision" INTEGER NOT NULL DEFAULT 1,
    "created_by" TEXT NOT NULL,
    "updated_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "approval_rules_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "receipts" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "approval_id" UUID NOT NULL,
    "content" JSON NOT NULL,
    "previous_hash" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "signature" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "receipts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tasks" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'open',
    "parent_id" UUID,
    "session_id" UUID,
    "assignee_id" UUID,
    "trigger_type" TEXT NOT NULL DEFAULT 'manual',
    "output_type" TEXT NOT NULL DEFAULT 'status',
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "due_at" TIMESTAMPTZ(3),
    "rank" TIMESTAMPTZ(3) NOT NULL,
    "snoozed_until" TIMESTAMPTZ(3),
    "completed_by" TEXT,
    "completed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "tasks_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "approvals_tenant_id_status_id_idx" ON "approvals"("tenant_id", "status", "id");

-- CreateIndex
CREATE INDEX "approvals_tenant_id_tool_slug_id_idx" ON "approvals"("tenant_id", "tool_slug", "id");

-- CreateIndex
CREATE UNIQUE INDEX "approvals_tenant_id_id_key" ON "approvals"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "approvals_tenant_id_run_id_key" ON "approvals"("tenant_id", "run_id");

-- CreateIndex
CREATE INDEX "approval_messages_tenant_id_approval_id_id_idx" ON "approval_messages"("tenant_id", "approval_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "approval_messages_tenant_id_id_key" ON "approval_messages"("tenant_id", "id");

-- CreateIndex
CREATE INDEX "approval_rules_tenant_id_position_idx" ON "approval_rules"("tenant_id", "position");

-- CreateIndex
CREATE UNIQUE INDEX "approval_rules_tenant_id_id_key" ON "approval_rules"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "receipts_tenant_id_id_key" ON "receipts"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "receipts_tenant_id_seq_key" ON "receipts"("tenant_id", "seq");

-- CreateIndex
CREATE UNIQUE INDEX "receipts_tenant_id_approval_id_key" ON "receipts"("tenant_id", "approval_id");

-- CreateIndex
CREATE INDEX "tasks_tenant_id_status_rank_id_idx" ON "tasks"("tenant_id", "status", "rank", "id");

-- CreateIndex
CREATE UNIQUE INDEX "tasks_tenant_id_id_key" ON "tasks"("tenant_id", "id");

SELECT toolcrib_raise_wall('tasks');
SELECT toolcrib_raise_wall('approvals', 'SELECT, INSERT, UPDATE');
SELECT toolcrib_raise_wall('approval_votes', 'SELECT, INSERT');
SELECT toolcrib_raise_wall('approval_messages', 'SELECT, INSERT');
SELECT toolcrib_raise_wall('approval_rules');
SELECT toolcrib_raise_wall('receipts', 'SELECT, INSERT');

-- Runs that somebody has to take up are found without looking at the others.
CREATE INDEX "run_heads_to_take" ON "run_heads"("state", "created_at") WHERE "state" IN ('queued', 'approved', 'paused');
