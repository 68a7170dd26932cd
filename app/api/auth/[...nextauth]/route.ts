import { authHandler } from '@/server/http/auth-handler';

export const dynamic = 'force-dynamic';
export { authHandler as GET, authHandler as POST };
