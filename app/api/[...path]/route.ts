import { answerApi } from '@/server/operations/answer-api';

interface Context {
  readonly params: Promise<{ readonly path: readonly string[] }>;
}

/** Every address of the API; the operations are listed in `server/operations`. */
const answer = async (request: Request, { params }: Context) => answerApi(request, (await params).path);

export { answer as DELETE, answer as GET, answer as OPTIONS, answer as PATCH, answer as POST, answer as PUT };
export const dynamic = 'force-dynamic';
