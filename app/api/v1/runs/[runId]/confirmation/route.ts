import { getConfirmation, openConfirmation } from '@/lib/contracts/confirmation';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as opening from '@/server/services/evaluations/open-confirmation';
import * as reading from '@/server/services/evaluations/read-confirmation';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(getConfirmation, ({ actor, params }) => reading.getConfirmation(actor, params)),
  serve(openConfirmation, ({ actor, params }) => opening.openConfirmation(actor, params)),
);
