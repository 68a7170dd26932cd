import { describe, expect, it } from 'vitest';
import { agentSettings, type PinnedAgent } from '@/lib/domain/agent';
import type { BatchSettings } from '@/lib/domain/manifest';
import { assertAgentFits, assertExamplesNamed, assertProven } from './agents';

const agent = (over: object = {}): PinnedAgent => ({
  ...{ id: 'agt_1', name: 'Solver', version: 1, hash: 'h' },
  settings: agentSettings.parse({ kind: 'program', command: 'solver', ...over }),
});
const LIVE = agent({ tools: 'live', rolloutsMax: 1 });
const IN_ENVIRONMENT = { reset: 'eachRollout', tools: 'sandboxed' };
const pinned = (settings: object): PinnedAgent => ({ ...agent(), settings: agentSettings.parse(settings) });
const TERMINAL = pinned({ kind: 'terminal', ...IN_ENVIRONMENT });
const APPWORLD = pinned({ kind: 'appworld', ...IN_ENVIRONMENT });
const FORMULA = { scoring: { kind: 'formula' } } as const;
const JUDGED_THERE = { scoring: { kind: 'environment' } } as const;
const MISFIT = expect.objectContaining({ code: 'AGENT_ENVIRONMENT', ruleId: 'R-243' });
const sized = (size: number): BatchSettings => ({ kind: 'static', size, reason: 'One at a time.' });

describe('a run of an agent', () => {
  it('with live tools takes one example at a time', () => {
    expect(() => assertAgentFits({ agent: LIVE, batch: sized(2), task: FORMULA })).toThrow(/live/);
    expect(() => assertAgentFits({ agent: LIVE, batch: sized(1), task: FORMULA })).not.toThrow();
  });

  it('in an environment is scored by the environment, and no other agent is', () => {
    const fits = (over: Partial<Parameters<typeof assertAgentFits>[0]>) => () =>
      assertAgentFits({ batch: sized(2), task: JUDGED_THERE, ...over });
    for (const acting of [TERMINAL, APPWORLD]) {
      expect(fits({ agent: acting })).not.toThrow();
      expect(fits({ agent: acting, task: FORMULA })).toThrow(MISFIT);
    }
    expect(fits({ agent: agent() })).toThrow(MISFIT);
    expect(fits({})).toThrow(MISFIT);
    expect(fits({ agent: agent(), task: FORMULA })).not.toThrow();
    expect(fits({ task: FORMULA })).not.toThrow();
  });

  it('in an environment takes no example without one', () => {
    for (const acting of [TERMINAL, APPWORLD]) {
      expect(() => assertExamplesNamed(acting, 0)).not.toThrow();
      for (const misfits of [1, 2]) expect(() => assertExamplesNamed(acting, misfits)).toThrow(MISFIT);
    }
  });
});

it('text that no proxy saw is not promoted', () => {
  expect(() => assertProven(agent({ proxied: false }))).toThrow(/proxy/);
  expect(() => assertProven(agent())).not.toThrow();
  expect(() => assertProven(undefined)).not.toThrow();
});
