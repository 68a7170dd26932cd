import { unknownPath } from '@/server/http/route-handlers';

export {
  unknownPath as DELETE,
  unknownPath as GET,
  unknownPath as PATCH,
  unknownPath as POST,
  unknownPath as PUT,
};

export const dynamic = 'force-dynamic';
