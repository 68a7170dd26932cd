import { readPracticeReadings } from '@/lib/contracts/practice-readings';
import { openRequestModel } from '@/server/http/model-access';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import { practiceReadings } from '@/server/services/comparisons/practice-readings';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(readPracticeReadings, ({ actor, params, signal }) =>
    practiceReadings(actor, { ...params, signal }, openRequestModel),
  ),
);
