import { describe, expect, it } from 'vitest';
import { agentSettings, type PinnedAgent } from '@/lib/domain/agent';
import type { BatchSettings } from '@/lib/domain/manifest';
import { assertAgentFits, assertProven } from './agents';

const agent = (over: object = {}): PinnedAgent => ({
  ...{ id: 'agt_1', name: 'Solver', version: 1, hash: 'h' },
  settings: agentSettings.parse({ kind: 'program', command: 'solver', ...over }),
});
const LIVE = agent({ tools: 'live', rolloutsMax: 1 });
const sized = (size: number): BatchSettings => ({ kind: 'static', size, reason: 'One at a time.' });

describe('a run of an agent', () => {
  it('with live tools takes one example at a time', () => {
    expect(() => assertAgentFits({ agent: LIVE, batch: sized(2) })).toThrow(/live/);
    expect(() => assertAgentFits({ agent: LIVE, batch: sized(1) })).not.toThrow();
  });
});

it('text that no proxy saw is not promoted', () => {
  expect(() => assertProven(agent({ proxied: false }))).toThrow(/proxy/);
  expect(() => assertProven(agent())).not.toThrow();
  expect(() => assertProven(undefined)).not.toThrow();
});
