import { diffReports } from '@/lib/contracts/reports';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as reading from '@/server/services/reports/read-reports';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(diffReports, ({ actor, params, query }) => reading.diffReports(actor, { ...params, ...query })),
);
