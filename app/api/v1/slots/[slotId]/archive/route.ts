import { archiveSlot } from '@/lib/contracts/slots';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as archiving from '@/server/services/slots/archive-slot';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(archiveSlot, ({ actor, params }) => archiving.archiveSlot(actor, params)),
);
