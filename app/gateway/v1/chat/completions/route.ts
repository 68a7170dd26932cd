import { gateway } from '@/server/serving/gateway';

/** Chat completions with a slot's prompt in front; what there is to say of it says the handler. */
export const POST = (request: Request) => gateway().chat(request);
