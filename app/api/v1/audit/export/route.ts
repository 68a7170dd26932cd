import { exportAudit } from '@/lib/contracts/audit-log';
import { downloadOf } from '@/server/http/download';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as reading from '@/server/services/audit/read-audit';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(exportAudit, async ({ actor }) =>
    downloadOf(await reading.exportAudit(actor), 'application/jsonl; charset=utf-8'),
  ),
);
