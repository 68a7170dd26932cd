import { getIntake, saveIntake } from '@/lib/contracts/intakes';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as managing from '@/server/services/intakes/manage-intakes';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(getIntake, ({ actor, params }) => managing.getIntake(actor, params)),
  serve(saveIntake, ({ actor, params, body }) => managing.saveIntake(actor, { ...params, ...body })),
);
