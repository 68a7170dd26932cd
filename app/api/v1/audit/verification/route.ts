import { verifyAudit } from '@/lib/contracts/audit-log';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as verifying from '@/server/services/audit/verify-audit';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(verifyAudit, ({ actor, query }) => verifying.verifyAudit(actor, query)),
);
