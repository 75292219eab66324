-- AlterTable
ALTER TABLE "approval_rules" ADD COLUMN     "terms_revision" INTEGER NOT NULL DEFAULT 1;

-- Calls that wait already are bound to the rule as it stands.
UPDATE "approval_rules" SET "terms_revision" = "revision";
