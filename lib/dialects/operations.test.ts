import { expect, it } from 'vitest';
import { type ApiFamily, operationOf } from './operations';

it.each<[ApiFamily, string, string]>([
  ['openai', '/v1/chat/completions', 'openaiChat'],
  ['openai', '/chat/completions/', 'openaiChat'],
  ['openai', '/v1/responses', 'openaiResponses'],
  ['anthropic', '/v1/messages', 'anthropicMessages'],
  ['anthropic', '/messages', 'anthropicMessages'],
  ['anthropic', '/v1/v1/messages', 'anthropicMessages'],
])('%s %s is served as %s', (family, path, dialect) => {
  expect(operationOf(family, 'POST', path)).toEqual({ kind: 'generate', dialect });
});

it.each<[ApiFamily, string, string]>([
  ['openai', 'GET', '/v1/models'],
  ['openai', 'POST', '/v1/conversations'],
  ['openai', 'POST', '/v1/responses/compact'],
  ['openai', 'GET', '/v1/responses'],
  ['openai', 'POST', '/v1/messages'],
  ['anthropic', 'POST', '/v1/messages/batches'],
])('%s %s %s is refused with a sentence', (family, method, path) => {
  expect(operationOf(family, method, path)).toMatchObject({
    kind: 'unknown',
    message: expect.stringContaining(method),
  });
});

it('counting tokens is an operation of its own', () => {
  expect(operationOf('anthropic', 'POST', '/v1/messages/count_tokens').kind).toBe('countTokens');
});
