-- AlterTable
ALTER TABLE "approvals" ADD COLUMN     "is_outdated" BOOLEAN NOT NULL DEFAULT false;

-- Whether a rule that is gone already had changed before, nobody can tell any more: then no.
UPDATE "approvals" SET "is_outdated" = true
WHERE "status" = 'PENDING' AND "rule_id" IS NOT NULL AND "rule_id" NOT IN (SELECT "id" FROM "approval_rules");
