import * as auditLog from '@/lib/contracts/audit-log';
import { downloadOf } from '@/server/http/download';
import { serve } from '@/server/http/serve';
import { exportAudit, listAudit } from '@/server/services/audit/read-audit';
import { verifyAudit } from '@/server/services/audit/verify-audit';

/** The audit log: its entries, a copy of them, and whether its chain of hashes holds. */
export const served = [
  serve(auditLog.exportAudit, async (actor) =>
    downloadOf(await exportAudit(actor), 'application/jsonl; charset=utf-8'),
  ),
  serve(auditLog.listAudit, listAudit),
  serve(auditLog.verifyAudit, verifyAudit),
];
