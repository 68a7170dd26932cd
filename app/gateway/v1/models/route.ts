import { gateway } from '@/server/serving/gateway';

export const GET = (request: Request) => gateway().models(request);
