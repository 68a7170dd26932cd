import { listAudit } from '@/lib/contracts/audit-log';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as reading from '@/server/services/audit/read-audit';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(listAudit, ({ actor, query }) => reading.listAudit(actor, query)),
);
