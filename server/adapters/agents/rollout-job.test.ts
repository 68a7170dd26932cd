import { describe, expect, it } from 'vitest';
import { agentSettings } from '@/lib/domain/agent';
import { rolloutOrderOf } from '@/lib/domain/rollout-order';
import { rolloutJobOf } from './rollout-job';

describe('the job of a rollout', () => {
  it('never holds the expected answer that a test keeps for its page', () => {
    const settings = agentSettings.parse({ kind: 'http', url: 'https://agents.example.com/rollout' });
    const order = rolloutOrderOf({ settings, components: {}, model: null, seed: 7, expected: 'Basel' });
    expect(order.expected).toBe('Basel');
    const job = rolloutJobOf({
      ...{ rolloutId: 'ro_0123456789', attempt: 1, candidateHash: 'hash', order },
      input: { question: 'Where does the night train start?', context: '' },
      ...{ proxyUrl: 'https://proxy.example.com', keys: { keyOf: () => 'key' } as never },
    });
    expect(JSON.stringify(job)).not.toContain('Basel');
  });
});
