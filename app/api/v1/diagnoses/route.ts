import { listDiagnoses, makeDiagnosis } from '@/lib/contracts/diagnoses';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as making from '@/server/services/diagnoses/make-diagnosis';
import * as reading from '@/server/services/diagnoses/read-diagnoses';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(listDiagnoses, ({ actor, query }) => reading.listDiagnoses(actor, query)),
  serve(makeDiagnosis, ({ actor, body }) => making.makeDiagnosis(actor, body)),
);
