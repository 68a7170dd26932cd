import { getCandidatePrivacy } from '@/lib/contracts/privacy';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as reading from '@/server/services/privacy/candidate-privacy';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(getCandidatePrivacy, ({ actor, params }) => reading.getCandidatePrivacy(actor, params)),
);
