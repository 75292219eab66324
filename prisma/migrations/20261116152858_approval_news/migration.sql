-- AlterTable
ALTER TABLE "approvals" ADD COLUMN     "deny_option" TEXT,
ADD COLUMN     "reminded_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "tools" ADD COLUMN     "deny_options" JSONB;

-- CreateTable
CREATE TABLE "approval_webhooks" (
    "tenant_id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "updated_by" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "approval_webhooks_pkey" PRIMARY KEY ("tenant_id")
);

-- CreateTable
CREATE TABLE "approval_notices" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "approval_id" UUID NOT NULL,
    "news" TEXT NOT NULL,
    "channel" TEXT NOT NULL,
    "content" JSON NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'queued',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "problem" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "approval_notices_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "approval_notices_status_settled_at_idx" ON "approval_notices"("status", "settled_at");

-- CreateIndex
CREATE UNIQUE INDEX "approval_notices_tenant_id_id_key" ON "approval_notices"("tenant_id", "id");

SELECT toolcrib_raise_wall('approval_webhooks');
SELECT toolcrib_raise_wall('approval_notices', 'SELECT, INSERT, UPDATE');
