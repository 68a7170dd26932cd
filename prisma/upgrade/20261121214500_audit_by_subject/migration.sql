-- CreateIndex
CREATE INDEX "AuditEntry_workspaceId_subject_id_idx" ON "AuditEntry"("workspaceId", "subject", "id");
