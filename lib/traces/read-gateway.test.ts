import { describe, expect, it } from 'vitest';
import { assembleTrace } from './assemble-trace';
import { type AnswerTold, readGateway } from './read-gateway';

const told = (over: Partial<AnswerTold> = {}): AnswerTold => ({
  ...{ traceId: 'a'.repeat(32), slug: 'desk', version: 4, model: 'm-1', sessionId: 'hash' },
  ...{ exposureId: `ex_${'a'.repeat(20)}.${'b'.repeat(22)}`, atMs: 1_000, latencyMs: 250, costUsd: 0.5 },
  ...{ usage: { tokensIn: 9, tokensOut: 3, tokensCached: 1 }, failure: null },
  message: { text: 'Six.', calls: [], finish: 'stop' },
  ...over,
});
const read = (over: Partial<AnswerTold> = {}, content: unknown = 'How many legs?') =>
  assembleTrace(
    readGateway([
      { request: { messages: [{ role: 'user', content: content as string }] }, told: told(over) },
    ]),
    'gateway',
  );

describe('a request that the gateway answered', () => {
  it('is a complete trace of one model call under the served prompt', () => {
    const trace = read();
    expect(trace).toMatchObject({
      ...{ source: 'gateway', isComplete: true, prompt: { name: 'desk', version: '4' }, error: null },
      ...{ task: 'How many legs?', output: 'Six.', startMs: 1_000, endMs: 1_250, sessionId: 'hash' },
      exposureId: told().exposureId,
    });
    expect(trace.trajectory.steps.at(-1)).toMatchObject({
      ...{ source: 'agent', model: 'm-1', finish: 'stop' },
      metrics: { tokensIn: 9, tokensOut: 3, tokensCached: 1, costUsd: 0.5, delayMs: 250 },
    });
  });

  it('says of a picture only that it was there', () => {
    const picture = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } };
    const records = readGateway([
      {
        request: { messages: [{ role: 'user', content: [{ type: 'text', text: 'This?' }, picture] }] },
        told: told(),
      },
    ]);
    expect(JSON.stringify(records)).not.toContain('base64');
    expect(assembleTrace(records, 'gateway').task).toContain('This?');
  });

  it('has an error where it was not answered, and none where its caller left', () => {
    const nothing = { text: '', calls: [], finish: '' };
    expect(read({ failure: 'http429', message: nothing }).error).toBe('The provider answered with HTTP 429.');
    expect(read({ failure: 'timedOut', message: nothing }).error).not.toBeNull();
    const left = read({ failure: 'left', message: { ...nothing, text: 'Si' } });
    expect([left.error, left.output]).toEqual([null, 'Si']);
  });
});
