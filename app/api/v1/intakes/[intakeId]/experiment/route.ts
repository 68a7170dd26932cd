import { finishIntake } from '@/lib/contracts/intakes';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as finishing from '@/server/services/intakes/finish-intake';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(finishIntake, ({ actor, params }) => finishing.finishIntake(actor, params)),
);
