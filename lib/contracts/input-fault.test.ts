import { describe, expect, it } from 'vitest';
import { createExperimentBody } from './experiments';
import { faultOf, faultSentence, inputSentence } from './input-fault';
import { createProviderBody } from './provider-settings';
import { createTaskBody } from './tasks';

const WRONG = [
  [
    createExperimentBody,
    { name: '', taskId: 3, epochs: 0, batch: { kind: 'static', size: 0.5 }, budget: [] },
  ],
  [
    createExperimentBody,
    { name: 'x'.repeat(200), lanes: Number.NaN, aggregation: { kind: 'none' }, extra: 1 },
  ],
  [createProviderBody, { name: 'a\nb', baseUrl: 'here', concurrency: 1e9, headers: { 'a b': 'é' } }],
  [createTaskBody, { name: 'x', scoring: { kind: 'http', url: 'ftp://a', timeoutSeconds: '3' } }],
] as const;

describe('the sentences of a refused input', () => {
  it('are the same where a form checks and where the server does', () => {
    for (const [schema, input] of WRONG) {
      const server = schema.safeParse(input).error?.issues.map(faultSentence) ?? [];
      const form = schema.safeParse(input, { error: faultOf }).error?.issues.map(({ message }) => message);
      expect(server.length).toBeGreaterThan(1);
      expect(form).toEqual(server);
    }
  });

  it('name the first three fields and count the others', () => {
    const fields = ['a', 'b', 'c', 'd', 'e'].map((path) => ({ path, message: 'Give it.' }));
    expect(inputSentence(fields)).toBe('Please correct a: Give it. b: Give it. c: Give it. And 2 more.');
  });
});
