-- AlterTable
ALTER TABLE "tools" ADD COLUMN     "sensitive_fields" JSONB;
