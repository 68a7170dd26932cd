import { readStrategyReport } from '@/lib/contracts/reports';
import { reportFile } from '@/server/http/report-file';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as reading from '@/server/services/reports/read-reports';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(readStrategyReport, async ({ actor, params, query }) =>
    reportFile(await reading.readStrategyReport(actor, params), query.format),
  ),
);
