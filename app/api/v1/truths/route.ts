import { readTruths } from '@/lib/contracts/truths';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as truths from '@/server/services/truths/read-truths';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(readTruths, ({ actor, query }) => truths.readTruths(actor, query).then((items) => ({ items }))),
);
