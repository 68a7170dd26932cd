import { expect, it } from 'vitest';
import { agentSettings } from '@/lib/domain/agent';
import { ACE_DEFAULT_SETTINGS } from '@/lib/methods/ace/ace-settings';
import { assertOneRound } from './agent-rounds';

const settings = agentSettings.parse({ kind: 'program', command: 'desk' });
const agent = { id: 'agt', name: 'Desk', version: 1, hash: 'hash', settings };
const ace = (maxRounds: number) => ({ ...ACE_DEFAULT_SETTINGS, maxRounds });

it('refuses further rounds of ACE with an agent, which is never given a reflection', () => {
  expect(() => assertOneRound({ agent, method: ace(2) })).toThrow(
    expect.objectContaining({
      code: 'INPUT_INVALID',
      fields: [{ path: 'method.maxRounds', message: expect.any(String) }],
    }),
  );
  expect(() => assertOneRound({ agent, method: ace(1) })).not.toThrow();
  expect(() => assertOneRound({ method: ace(3) })).not.toThrow();
});
