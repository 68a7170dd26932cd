import { archiveIntake } from '@/lib/contracts/intakes';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as managing from '@/server/services/intakes/manage-intakes';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(archiveIntake, ({ actor, params }) => managing.archiveIntake(actor, params)),
);
