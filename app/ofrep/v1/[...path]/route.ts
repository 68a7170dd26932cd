import { responseOf } from '@/server/serving/exchange';
import { makeOfrepHandler } from '@/server/serving/ofrep-handler';
import { serving } from '@/server/serving/serving';

/** Every address of the evaluation protocol; which there are is said by the handler. */
const answer = async (request: Request) => responseOf(await makeOfrepHandler(serving())(request));

export { answer as DELETE, answer as GET, answer as OPTIONS, answer as PATCH, answer as POST, answer as PUT };
