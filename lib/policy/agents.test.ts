import { describe, expect, it } from 'vitest';
import { agentSettings, type PinnedAgent } from '@/lib/domain/agent';
import type { BatchSettings } from '@/lib/domain/manifest';
import { buildManifest } from '@/lib/testing/builders/manifest-builder';
import { assertAgentFits, assertProven } from './agents';

const agent = (over: object = {}): PinnedAgent => ({
  ...{ id: 'agt_1', name: 'Solver', version: 1, hash: 'h' },
  settings: agentSettings.parse({ kind: 'program', command: 'solver', ...over }),
});
const LIVE = agent({ tools: 'live', rolloutsMax: 1 });
const sized = (size: number): BatchSettings => ({ kind: 'static', size, reason: 'One at a time.' });
const { method, batch } = buildManifest();

describe('a run of an agent', () => {
  it('is refused with a method that cannot teach components', () => {
    const mipro = { ...method, name: 'mipro' } as typeof method;
    expect(() => assertAgentFits({ agent: agent(), method: mipro, batch })).toThrow(/ACE, GEPA or TextGrad/);
    expect(() => assertAgentFits({ method: mipro, batch })).not.toThrow();
    expect(() => assertAgentFits({ agent: agent(), method, batch })).not.toThrow();
  });

  it('with live tools takes one example at a time', () => {
    expect(() => assertAgentFits({ agent: LIVE, method, batch: sized(2) })).toThrow(/live/);
    expect(() => assertAgentFits({ agent: LIVE, method, batch: sized(1) })).not.toThrow();
  });
});

it('text that no proxy saw is not promoted', () => {
  expect(() => assertProven(agent({ proxied: false }))).toThrow(/proxy/);
  expect(() => assertProven(agent())).not.toThrow();
  expect(() => assertProven(undefined)).not.toThrow();
});
