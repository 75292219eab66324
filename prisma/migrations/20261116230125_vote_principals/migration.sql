-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN     "root_key_id" UUID;

-- AlterTable
ALTER TABLE "approval_votes" DROP CONSTRAINT "approval_votes_pkey",
ADD COLUMN     "nth" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN     "voter_id" UUID,
ADD COLUMN     "voter_kind" TEXT,
ADD CONSTRAINT "approval_votes_pkey" PRIMARY KEY ("tenant_id", "approval_id", "principal_id", "nth");

-- Of earlier votes only the head is known: its receipts name it as the one who voted.
UPDATE "approval_votes" v SET
  "voter_id" = v."principal_id",
  "voter_kind" = CASE WHEN EXISTS (SELECT 1 FROM "api_keys" k WHERE k."tenant_id" = v."tenant_id" AND k."id" = v."principal_id")
    THEN 'apiKey' ELSE 'user' END;
ALTER TABLE "approval_votes" ALTER COLUMN "voter_id" SET NOT NULL, ALTER COLUMN "voter_kind" SET NOT NULL;

-- A session can be handed on within its tenant; all else about it is written by the log.
GRANT UPDATE ("owner_id") ON "sessions" TO toolcrib_app;
