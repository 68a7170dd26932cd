import { acknowledgeConfounding } from '@/lib/contracts/confounding';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as confounding from '@/server/services/runs/acknowledge-confounding';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(acknowledgeConfounding, ({ actor, params, body }) =>
    confounding.acknowledgeConfounding(actor, { ...body, ...params }),
  ),
);
