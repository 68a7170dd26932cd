import { approveCanary, readApproval } from '@/lib/contracts/approvals';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import { servingClock } from '@/server/observability/serving-clock';
import * as deciding from '@/server/services/approvals/decide';
import * as reading from '@/server/services/approvals/read-approval';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(readApproval, ({ actor, params }) => reading.readApproval(actor, params, servingClock())),
  serve(approveCanary, ({ actor, params, body }) =>
    deciding.approveCanary(actor, { ...params, ...body }, servingClock()),
  ),
);
