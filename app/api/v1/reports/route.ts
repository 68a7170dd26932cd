import { listReports, makeReport } from '@/lib/contracts/reports';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as making from '@/server/services/reports/make-report';
import * as reading from '@/server/services/reports/read-reports';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(listReports, ({ actor, query }) => reading.listReports(actor, query)),
  serve(makeReport, ({ actor, body }) => making.makeReport(actor, body)),
);
