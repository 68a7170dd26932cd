import { afterEach, describe, expect, it, vi } from 'vitest';
import { listRuns } from '@/lib/contracts/run-list';
import { ApiProblem, callApi } from './client';

afterEach(() => vi.unstubAllGlobals());

const answerWith = (response: () => Response | Promise<never>) =>
  vi.stubGlobal('fetch', async () => response());

async function problemOf(): Promise<ApiProblem> {
  const error = await callApi(listRuns).catch((caught: unknown) => caught);
  if (error instanceof ApiProblem) return error;
  throw new Error('no ApiProblem came');
}

describe('callApi', () => {
  it('turns problem+json into an ApiProblem that finds faults by path', async () => {
    const fields = [{ path: 'batch.size', message: 'At least 1.' }];
    answerWith(
      () => new Response(JSON.stringify({ code: 'INPUT_INVALID', detail: 'No.', fields }), { status: 400 }),
    );
    const problem = await problemOf();
    expect(problem.problem).toMatchObject({ status: 400, code: 'INPUT_INVALID', detail: 'No.' });
    expect(problem.faultAt('batch.size')).toBe('At least 1.');
    expect(problem.faultAt('batch')).toBe('At least 1.');
    expect(problem.faultAt('name')).toBeUndefined();
  });

  it('gives a sentence for an answer that is no JSON', async () => {
    answerWith(() => new Response('<html>Bad gateway</html>', { status: 502 }));
    expect((await problemOf()).problem).toMatchObject({ status: 502, code: 'HTTP_502' });
  });

  it('gives a sentence when there is no answer', async () => {
    answerWith(() => Promise.reject(new TypeError('Failed to fetch')));
    expect((await problemOf()).problem.code).toBe('NO_CONNECTION');
  });
});
