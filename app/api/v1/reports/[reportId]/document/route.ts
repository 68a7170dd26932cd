import { downloadReport } from '@/lib/contracts/reports';
import { reportFile } from '@/server/http/report-file';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as reading from '@/server/services/reports/read-reports';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(downloadReport, async ({ actor, params, query }) =>
    reportFile(await reading.readReportFile(actor, params), query.format),
  ),
);
