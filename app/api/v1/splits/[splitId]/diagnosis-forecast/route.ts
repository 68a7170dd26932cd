import { forecastDiagnosis } from '@/lib/contracts/diagnosis-forecast';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as forecasts from '@/server/services/diagnoses/forecast-diagnosis';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(forecastDiagnosis, ({ actor, params, query }) =>
    forecasts.forecastDiagnosis(actor, { ...params, ...query }),
  ),
);
