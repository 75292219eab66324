-- AlterTable
ALTER TABLE "tasks" DROP COLUMN "snoozed_until",
ADD COLUMN     "candidates" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "excluded" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- CreateTable
CREATE TABLE "task_snoozes" (
    "tenant_id" UUID NOT NULL,
    "task_id" UUID NOT NULL,
    "person_id" UUID NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "task_snoozes_pkey" PRIMARY KEY ("tenant_id","task_id","person_id")
);

-- AddForeignKey
ALTER TABLE "task_snoozes" ADD CONSTRAINT "task_snoozes_tenant_id_task_id_fkey" FOREIGN KEY ("tenant_id", "task_id") REFERENCES "tasks"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
SELECT toolcrib_raise_wall('task_snoozes');

-- Calls that wait already: on those their rule names, else on the assignee and whoever may decide.
UPDATE "tasks" t SET
  "candidates" = CASE WHEN n.named = ARRAY[]::text[]
    THEN array_remove(ARRAY['user:' || a."assignee_id", 'right:approvals.team.decide'], NULL) ELSE n.named END,
  "excluded" = array_remove(
    ARRAY[a."requester_id"::text, CASE WHEN (a."deciders" ->> 'selfApproval') = 'false' THEN a."on_behalf_of_id"::text END], NULL)
    || ARRAY(SELECT v."principal_id"::text FROM "approval_votes" v WHERE v."tenant_id" = a."tenant_id" AND v."approval_id" = a."id")
FROM "approvals" a,
  LATERAL (SELECT
    ARRAY(SELECT 'user:' || u FROM json_array_elements_text(a."deciders" -> 'users') u)
    || ARRAY(SELECT 'role:' || r FROM json_array_elements_text(a."deciders" -> 'roles') r)
    || CASE WHEN (a."deciders" ->> 'manager') = 'true' AND a."requester_kind" = 'user'
      THEN ARRAY['manager-of:' || a."requester_id"] ELSE ARRAY[]::text[] END AS named) n
WHERE a."tenant_id" = t."tenant_id" AND a."task_id" = t."id" AND t."status" = 'open';
