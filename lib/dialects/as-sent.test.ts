import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '@/lib/domain/json';
import { DIALECTS, type Dialect } from '@/lib/domain/trajectory';
import type { PinnedCall } from './dialect';
import { READERS } from './known-dialects';

const sent = (dialect: Dialect, body: JsonObject, pinned: Partial<PinnedCall> = {}) =>
  READERS[dialect].asSent(body, { model: 'pinned', ...pinned });
const LIMIT: Readonly<Record<Dialect, string>> = {
  openaiChat: 'max_tokens',
  openaiResponses: 'max_output_tokens',
  anthropicMessages: 'max_tokens',
};

describe.each(DIALECTS)('a body of %s as it is sent', (dialect) => {
  const limit = LIMIT[dialect];

  it('has the pinned model and sampling; absent keeps the value of the agent, null removes it', () => {
    const body = { model: 'asked', temperature: 1, top_p: 0.9 };
    expect(sent(dialect, body, { temperature: 0 })).toEqual({ model: 'pinned', temperature: 0, top_p: 0.9 });
    expect(sent(dialect, body, { temperature: null, topP: null })).toEqual({ model: 'pinned' });
  });

  it('has its output capped, and the cap where the agent names none', () => {
    expect(sent(dialect, { [limit]: 128_000 }, { outputMax: 500 })[limit]).toBe(500);
    expect(sent(dialect, { [limit]: 90 }, { outputMax: 500 })[limit]).toBe(90);
    expect(sent(dialect, {}, { outputMax: 500 })[limit]).toBe(500);
    expect(sent(dialect, { [limit]: null }, { outputMax: 500 })[limit]).toBe(500);
    expect(sent(dialect, {})).not.toHaveProperty(limit);
  });

  it('keeps every field that is not named, known or not', () => {
    const named = [
      'model',
      'temperature',
      'top_p',
      'seed',
      'stream',
      'stream_options',
      'thinking',
      ...Object.values(LIMIT),
    ];
    named.push('max_completion_tokens');
    const fields = fc.dictionary(
      fc.string().filter((name) => !named.includes(name)),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(fields, (given) => {
        const body = given as JsonObject;
        expect(sent(dialect, { ...body, model: 'asked' })).toEqual({ ...body, model: 'pinned' });
      }),
    );
  });
});

describe('particulars of dialects', () => {
  it('chat: each limit that the body names is capped; a limit that is made has the name that the model knows', () => {
    const both = { max_completion_tokens: 900, max_tokens: 100 };
    expect(sent('openaiChat', both, { outputMax: 500 })).toMatchObject({
      max_completion_tokens: 500,
      max_tokens: 100,
    });
    const made = sent('openaiChat', {}, { outputMax: 500, chatLimitName: 'max_completion_tokens' });
    expect(made).toEqual({ model: 'pinned', max_completion_tokens: 500 });
    expect(sent('openaiChat', {}, { seed: 7 })).toEqual({ model: 'pinned', seed: 7 });
  });

  it('chat: usage is asked for in streams only, beside other options', () => {
    expect(sent('openaiChat', { stream: false })).not.toHaveProperty('stream_options');
    expect(
      sent('openaiChat', { stream: true, stream_options: { include_obfuscation: false } }).stream_options,
    ).toEqual({
      include_obfuscation: false,
      include_usage: true,
    });
  });

  it('Anthropic: a budget for thinking stays below the cap', () => {
    const thinking = { type: 'enabled', budget_tokens: 10_000 };
    const body = { max_tokens: 20_000, thinking };
    expect(sent('anthropicMessages', body, { outputMax: 4000 }).thinking).toEqual({
      ...thinking,
      budget_tokens: 3999,
    });
    expect(sent('anthropicMessages', body, { outputMax: 15_000 }).thinking).toEqual(thinking);
  });
});

describe('errors in the dialect of the caller', () => {
  it.each([
    { dialect: 'openaiChat' as const, type: 'invalid_request_error' },
    { dialect: 'openaiResponses' as const, type: 'invalid_request_error' },
  ])('$dialect', ({ dialect, type }) => {
    const error = { message: 'The limit is reached.', type, param: null, code: 'budget' };
    expect(READERS[dialect].refusal(400, 'budget', 'The limit is reached.')).toEqual({ error });
  });

  it('anthropicMessages', () => {
    expect(READERS.anthropicMessages.refusal(403, 'rollout_ended', 'The rollout has ended.')).toEqual({
      type: 'error',
      error: {
        type: 'permission_error',
        message: 'The rollout has ended.',
        details: { error_code: 'rollout_ended' },
      },
      request_id: null,
    });
  });
});
