import { checkPrivacy } from '@/lib/contracts/privacy';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as checking from '@/server/services/privacy/check-prompt';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(checkPrivacy, ({ actor, body }) => checking.checkPrivacy(actor, body)),
);
