import { answerProblem, noteRequest } from './answer';
import { addressOf, assertWithinRate } from './rate-limits';

/** Setting a PDF takes as much of a core as many answers do. */
const FILE_POINTS = 10;

/** A file under the secret of a shared report: no sign-in, few requests, and one problem for whatever went wrong. */
export async function answerStranger(request: Request, work: () => Promise<Response>): Promise<Response> {
  const noted = noteRequest('downloadSharedReport', request);
  try {
    await assertWithinRate(null, addressOf(request), FILE_POINTS);
    return noted.done(await work());
  } catch (error) {
    return noted.done(answerProblem(error, noted, null));
  }
}
