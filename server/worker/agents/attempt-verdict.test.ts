import { describe, expect, it } from 'vitest';
import type { RolloutOutcome } from '@/lib/domain/rollout-documents';
import { contractOutcome } from '@/server/adapters/testing/agent-carrier-contract';
import { type AttemptSigns, causeOf, verdictOf } from './attempt-verdict';

const answered = (text: string): AttemptSigns['end'] => ({
  kind: 'outcome',
  outcome: { ...contractOutcome, status: 'completed', output: { text } },
});

function gaveUp(kind: 'agent' | 'infrastructure'): AttemptSigns['end'] {
  const { version, rolloutId, attempt } = contractOutcome;
  const error = { kind, code: 'code', message: 'It failed.' };
  const outcome: RolloutOutcome = { version, rolloutId, attempt, status: 'failed', error };
  return { kind: 'outcome', outcome };
}

const carrierFault = (
  failure: 'agent' | 'infrastructure',
  fault: 'exited' | 'serverFailed',
): AttemptSigns['end'] => ({ kind: 'failed', failure, fault, code: 500 });

const QUIET: AttemptSigns = {
  end: answered('solved'),
  event: null,
  injection: { system: 'proven', hints: 'notApplicable' },
  totals: { modelCalls: 3 },
  refusedBy: null,
  isProviderFailed: false,
  isReduced: false,
};

/** Cause of the call, or its output. */
function countsAs(signs: Partial<AttemptSigns>): string {
  const verdict = verdictOf({ ...QUIET, ...signs });
  if (verdict.kind === 'failed') return causeOf(verdict.fault).code;
  return verdict.kind === 'output' ? `${verdict.text}, ${verdict.limit}` : verdict.kind;
}

const SEEN_NOT = { injection: { system: 'failed' } } as const;
const NO_CALL = { totals: { modelCalls: 0 } } as const;
const OVERDUE = { end: { kind: 'stopped' }, event: 'overdue' } as const;

describe('what an attempt counts as', () => {
  it.each<[string, Partial<AttemptSigns>, string]>([
    ['an output', {}, 'solved, null'],
    ['an output although a provider failed', { isProviderFailed: true }, 'solved, null'],
    ['an agent that says it failed', { end: gaveUp('agent') }, 'agentFailed'],
    ['an agent that ends with a fault', { end: carrierFault('agent', 'exited') }, 'agentFailed'],
    ['an agent that blames its surroundings', { end: gaveUp('infrastructure') }, 'unavailable'],
    [
      'an agent that cannot be reached',
      { end: carrierFault('infrastructure', 'serverFailed') },
      'unavailable',
    ],
    [
      'an agent that failed as its provider did',
      { end: gaveUp('agent'), isProviderFailed: true },
      'unavailable',
    ],
    ['a limit with an output', { refusedBy: 'tokens' }, 'solved, tokens'],
    ['a limit without an output', { refusedBy: 'tokens', end: answered(' ') }, 'rolloutLimit'],
    [
      'a limit that made the agent fail',
      { refusedBy: 'usd', end: carrierFault('infrastructure', 'serverFailed') },
      'rolloutLimit',
    ],
    ['a limit that earlier attempts lowered', { refusedBy: 'usd', isReduced: true }, 'unavailable'],
    ['a time-out', OVERDUE, 'rolloutLimit'],
    ['an output at the very deadline', { event: 'overdue' }, 'solved, null'],
    ['an output without the prompt', SEEN_NOT, 'notInjected'],
    ['a failure without the prompt', { ...SEEN_NOT, end: gaveUp('agent') }, 'notInjected'],
    ['a time-out without the prompt', { ...SEEN_NOT, ...OVERDUE }, 'notInjected'],
    ['a failure before the first call', { ...SEEN_NOT, ...NO_CALL, end: gaveUp('agent') }, 'agentFailed'],
    ['a time-out before the first call', { ...SEEN_NOT, ...NO_CALL, ...OVERDUE }, 'rolloutLimit'],
    ['an output without any call', { ...SEEN_NOT, ...NO_CALL }, 'notInjected'],
    ['no connection, so no prompt', { ...SEEN_NOT, end: gaveUp('infrastructure') }, 'unavailable'],
    ['a pause', { end: { kind: 'stopped' } }, 'stopped'],
    ["a person's stop", { end: { kind: 'stopped' }, event: 'stopped' }, 'stopped'],
  ])('%s', (_name, signs, counted) => {
    expect(countsAs(signs)).toBe(counted);
  });

  it('gives no output, and so no score, whatever else is seen, where the prompt was never seen', () => {
    const ends = [
      answered('solved'),
      gaveUp('agent'),
      gaveUp('infrastructure'),
      carrierFault('agent', 'exited'),
    ];
    for (const end of [...ends, OVERDUE.end])
      for (const event of [null, 'overdue', 'stopped'] as const)
        for (const refusedBy of [null, 'modelCalls'] as const)
          for (const isProviderFailed of [true, false])
            for (const isReduced of [true, false]) {
              const counted = countsAs({ ...SEEN_NOT, end, event, refusedBy, isProviderFailed, isReduced });
              expect(['notInjected', 'unavailable', 'stopped']).toContain(counted);
            }
  });
});
