import { getDiagnosis } from '@/lib/contracts/diagnoses';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as reading from '@/server/services/diagnoses/read-diagnoses';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(getDiagnosis, ({ actor, params }) => reading.getDiagnosis(actor, params)),
);
