import { describe, expect, it } from 'vitest';
import type { EnvironmentOutcome, EnvironmentRequest } from '@/lib/ports/environment';
import { EvaluatorPresence } from './evaluator-presence';
import { manualTicker } from './testing/manual-ticker';

const MINUTE = 60_000;
const FAILED: EnvironmentOutcome = {
  ok: false,
  cause: { code: 'programFailed', message: 'The program ended with code 3.' },
  delayMs: 0,
};
const SCORED: EnvironmentOutcome = { ok: true, score: 1, notes: '', delayMs: 0 };
const request = (question: string): EnvironmentRequest => ({
  command: 'grade',
  input: { question, context: '', answer: `a wrong answer to ${question}`, expected: 'right' },
});

function setUp(answer: (asked: EnvironmentRequest) => EnvironmentOutcome) {
  const { ticker, advance } = manualTicker();
  const presence = new EvaluatorPresence('grade', ticker);
  const asked: EnvironmentRequest[] = [];
  const heard: (number | null)[] = [];
  presence.health.listen((sinceMs) => heard.push(sinceMs));
  const scoreOnce = async (one: EnvironmentRequest) => {
    asked.push(one);
    return answer(one);
  };
  const patience = { patienceMs: 30 * MINUTE, openedMs: 0 };
  const score = (question: string) =>
    presence
      .score({ request: request(question), key: question, scoreOnce, patience })
      .catch((error: { code: string; message: string }) => error);
  /** Lets all that is waiting go on. */
  const settle = async <T>(pending: Promise<T>, ms = 20_000): Promise<T> => {
    let isSettled = false;
    const done = pending.finally(() => {
      isSettled = true;
    });
    for (let step = 0; step < 200 && !isSettled; step += 1) await advance(ms / 200);
    return done;
  };
  const pass = async (ms: number) => {
    for (let step = 0; step < 200; step += 1) await advance(ms / 200);
  };
  return { presence, score, settle, pass, asked, heard };
}

describe('an evaluator that scores outside', () => {
  it('is asked three times for an example, which then fails permanently while others are scored', async () => {
    const { score, settle, asked, presence } = setUp(({ input }) =>
      input.question === 'poison' ? FAILED : SCORED,
    );
    const others = Promise.all([score('poison'), score('one'), score('two')]);
    const [poison, one] = await settle(others);
    expect(poison).toMatchObject({ ok: false, cause: { code: 'programFailed' }, attempts: 3 });
    expect(one).toMatchObject({ ok: true, attempts: 1 });
    expect(asked.filter(({ input }) => input.question === 'poison')).toHaveLength(3);
    expect(presence.health.isAway).toBe(false);
  });

  it('is probed after five failures in a row, and where the probe is answered the example is what fails', async () => {
    const { score, settle, asked, heard } = setUp(({ input }) =>
      input.answer === 'right' ? SCORED : FAILED,
    );
    expect(await settle(score('poison'))).toMatchObject({ ok: false, attempts: 5 });
    expect(asked.at(-1)?.input.answer).toBe('right');
    expect(heard).toEqual([]);
  });

  it('counts as down after five failures in a row and a failed probe: calls wait, and go on when it is back', async () => {
    let isDown = true;
    const { score, settle, pass, presence, heard } = setUp(() => (isDown ? FAILED : SCORED));
    const waiting = Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map(score));
    await pass(10_000);
    expect(presence.health.isAway).toBe(true);
    isDown = false;
    const scored = await settle(waiting);
    expect(scored).toHaveLength(6);
    for (const one of scored) expect(one).toMatchObject({ ok: true, awayMs: expect.any(Number) });
    expect(heard).toEqual([expect.any(Number), null]);
  });

  it('continues the calls after its probe, even if the first waiting example is one it cannot score', async () => {
    let isDown = true;
    const { score, settle, pass, presence } = setUp(({ input }) =>
      isDown || input.question === 'poison' ? FAILED : SCORED,
    );
    await settle(Promise.resolve());
    isDown = false;
    expect(await settle(score('good'))).toMatchObject({ ok: true });
    isDown = true;
    const waiting = Promise.all(['poison', 'b', 'c'].map(score));
    await pass(10_000);
    expect(presence.health.isAway).toBe(true);
    isDown = false;
    const [poison, ...others] = await settle(waiting, 60_000);
    expect(poison).toMatchObject({ ok: false });
    for (const one of others) expect(one).toMatchObject({ ok: true });
  });

  it('ends the wait as PROVIDER_AWAY when the patience is over, and says who gave no score since when', async () => {
    const { score, settle } = setUp(() => FAILED);
    expect(await settle(score('a'), 40 * MINUTE)).toMatchObject({
      code: 'PROVIDER_AWAY',
      message: expect.stringContaining('the evaluator grade'),
    });
  });

  it('fails after three tries without patience', async () => {
    const { ticker, advance } = manualTicker();
    const presence = new EvaluatorPresence('grade', ticker);
    const call = { request: request('a'), key: 'a', scoreOnce: async () => FAILED };
    const pending = presence.score(call);
    for (let step = 0; step < 40; step += 1) await advance(100);
    expect(await pending).toMatchObject({ ok: false, attempts: 3 });
  });
});
