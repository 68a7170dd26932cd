import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCallBodies } from '@/server/adapters/agents/call-bodies';
import { config } from '@/server/config/config';
import { startTestApi, type TestApi } from '@/server/http/testing/test-api';
import { writeEndedCalls, writeNewCalls } from '@/server/repositories/agent-call-writes';
import { seedRollout } from './testing/seed-rollout';

const id = 'ro_running0001';
const ASKED = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'Write to jane.roe@example.com.' },
];
const SAID = { role: 'assistant', content: 'Written.' };

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
  await seedRollout({ id, workspaceId: api.workspaceId, trajectory: null });
});
afterAll(() => api.close());

/** One answered call, as the proxy stores it. */
async function record(ordinal: number, messages: readonly object[], reply: object) {
  const bodies = makeCallBodies(config().secret);
  const cost = { tokensIn: 9, tokensOut: 2, tokensCached: 0, costUsd: null, countedBy: 'proxy' as const };
  const place = { id, attempt: 1, ordinal };
  const seal = (part: 'request' | 'reply', value: object) =>
    bodies.seal(JSON.stringify(value), { ...place, part });
  await writeNewCalls(api.database.pg, [
    {
      ...{
        ...place,
        ...cost,
        dialect: 'openaiChat',
        digest: `digest ${ordinal}`,
        retryOf: null,
        status: 'sent',
      },
      ...{ httpStatus: null, fault: null, startedAt: new Date(), asked: {}, sent: {} },
      request: seal('request', { model: 'm', messages }),
    },
  ]);
  const choices = [{ index: 0, message: reply, finish_reason: 'stop' }];
  await writeEndedCalls(api.database.pg, [
    {
      ...{ ...place, ...cost, status: 'answered', httpStatus: 200, fault: null, endedAt: new Date() },
      ...{ firstByteMs: 1, delayMs: 2, reply: seal('reply', { id: `r${ordinal}`, model: 'm', choices }) },
    },
  ]);
}

it('a rollout that is running has the steps recorded so far, scrubbed, and grows with each call', async () => {
  const params = { rolloutId: id, attempt: '1' };
  const read = async () => {
    const head = (await api.call('readTrajectory', { params })).json;
    const steps = (await api.call('listTrajectorySteps', { params })).json.items;
    return { head, texts: steps.map(({ step }: { step: { text: string } }) => step.text) };
  };
  await record(0, ASKED, SAID);
  const first = await read();
  expect([first.head.state, first.texts]).toEqual([
    'building',
    ['Be brief.', 'Write to [EMAIL_1].', 'Written.'],
  ]);
  const more = { role: 'user', content: 'And now jane.roe@example.com and jim@example.com.' };
  await record(1, [...ASKED, SAID, more], { role: 'assistant', content: 'Done.' });
  const second = await read();
  expect(second.texts).toEqual([...first.texts, 'And now [EMAIL_1] and [EMAIL_2].', 'Done.']);
  const { text } = await api.call('exportTrajectory', { params });
  expect(text).not.toContain('example.com');
});
