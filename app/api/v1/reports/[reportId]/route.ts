import { readReport } from '@/lib/contracts/reports';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as reading from '@/server/services/reports/read-reports';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(readReport, ({ actor, params }) => reading.readReport(actor, params)),
);
