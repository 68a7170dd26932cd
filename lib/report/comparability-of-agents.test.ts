import { describe, expect, it } from 'vitest';
import { agentSettings, type PinnedAgent } from '@/lib/domain/agent';
import { buildManifest } from '@/lib/testing/builders/manifest-builder';
import { incomparable } from './comparability';

const agent = (hash: string, reset: 'stateless' | 'undeclared' = 'stateless'): PinnedAgent => ({
  ...{ id: 'agt_1', name: 'Solver', version: 1, hash },
  settings: agentSettings.parse({ kind: 'program', command: 'solver', reset }),
});

describe('runs of agents', () => {
  it('are compared only with runs of the same version of the same agent', () => {
    const [a, b, none] = [
      buildManifest({ agent: agent('a') }),
      buildManifest({ agent: agent('b') }),
      buildManifest(),
    ];
    expect(incomparable(a, b)?.code).toBe('AGENT_MISMATCH');
    expect(incomparable(a, none)?.code).toBe('AGENT_MISMATCH');
    expect(incomparable(a, a)).toBeNull();
  });

  it('get no verdict where the reset of state is not declared', () => {
    const shared = buildManifest({ agent: agent('a', 'undeclared') });
    expect(incomparable(shared, shared)?.code).toBe('AGENT_STATE_SHARED');
  });
});
