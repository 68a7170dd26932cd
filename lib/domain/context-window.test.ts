import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countTokens } from '@/lib/stats/count-tokens';
import { type ContextWindow, contextCause, contextOverrun } from './context-window';
import { TEMPLATE_TOKENS } from './template-tokens';
import { utf8Bytes } from './utf8-bytes';

const windowOf = (changes: Partial<ContextWindow> = {}): ContextWindow => ({
  model: 'gpt-4o-mini',
  practice: false,
  contextTokens: 1_000,
  maxTokens: 100,
  ...changes,
});
const of = (content: string) => [{ content }];
const words = (count: number) => of('word '.repeat(count));

/** Tokens counted by the named tokenizer in its own package. */
const MEASURED: readonly [string, string, string, number][] = [
  [
    'Llama 2',
    'numbers',
    Array.from({ length: 40 }, (_, place) => (place * 7919.37).toFixed(2)).join(', '),
    420,
  ],
  [
    'Llama 2',
    'Chinese',
    '请根据下列财务报表计算流动比率，并保留两位小数。审计师在检查存货时发现，部分原材料已经过期，需要计提跌价准备。',
    81,
  ],
  [
    'Claude 2',
    'Hindi',
    'निम्नलिखित वित्तीय विवरणों के आधार पर चालू अनुपात की गणना कीजिए और उत्तर को दो दशमलव स्थानों तक पूर्णांकित कीजिए।',
    126,
  ],
];

describe('the context of a model', () => {
  it('lets through what its bytes alone show to fit', () => {
    expect(contextOverrun(windowOf(), of('x'.repeat(1_000 - 100 - TEMPLATE_TOKENS)))).toBeNull();
  });

  it('holds the prompt and the longest reply, to the token', () => {
    const tokens = countTokens('word '.repeat(800));
    const exact = windowOf({ contextTokens: tokens + 100 + TEMPLATE_TOKENS });
    expect(contextOverrun(exact, words(800))).toBeNull();
    const overrun = contextOverrun({ ...exact, contextTokens: exact.contextTokens - 1 }, words(800));
    expect(overrun).toEqual({
      promptTokens: tokens + TEMPLATE_TOKENS,
      replyTokens: 100,
      contextTokens: exact.contextTokens - 1,
    });
  });

  it.each(['llama-3.1-70b', 'deepseek-chat', 'gpt-4-turbo', 'o2', 'my-gpt-4o-clone'])(
    'takes four fifths more tokens for %s, whose tokenizer is another',
    (model) => {
      const known = contextOverrun(windowOf(), words(2_000))?.promptTokens ?? 0;
      const other = contextOverrun(windowOf({ model }), words(2_000))?.promptTokens ?? 0;
      expect((other - TEMPLATE_TOKENS) / (known - TEMPLATE_TOKENS)).toBeCloseTo(1.8, 2);
    },
  );

  it.each(MEASURED)('holds what %s took of %s', (_tokenizer, _text, text, took) => {
    const overrun = contextOverrun(windowOf({ model: 'other', contextTokens: 0, maxTokens: 0 }), of(text));
    expect(overrun?.promptTokens).toBeGreaterThanOrEqual(took + TEMPLATE_TOKENS);
    expect(took / countTokens(text)).toBeGreaterThan(1.5);
  });

  it.each(['gpt-4o-2024-11-20', 'openai/gpt-4.1', 'gpt-5-mini', 'o3', 'o4-mini', 'openai/gpt-oss-120b'])(
    'takes the count as it is for %s',
    (model) => {
      expect(contextOverrun(windowOf({ model }), words(2_000))).toEqual(
        contextOverrun(windowOf(), words(2_000)),
      );
    },
  );

  it('never counts more tokens than bytes, whatever the text', () => {
    const texts = fc.array(fc.string({ unit: 'grapheme', maxLength: 300 }), { maxLength: 4 });
    fc.assert(
      fc.property(texts, (contents) => {
        const overrun = contextOverrun(
          windowOf({ model: 'other', contextTokens: 0, maxTokens: 0 }),
          contents.map((content) => ({ content })),
        );
        const bytes = contents.reduce((sum, content) => sum + utf8Bytes(content), 0);
        expect(overrun?.promptTokens ?? 0).toBeLessThanOrEqual(bytes + TEMPLATE_TOKENS);
      }),
    );
  });

  it('is the cause of a refusal with its numbers', () => {
    const overrun = { promptTokens: 91_522, replyTokens: 4_096, contextTokens: 32_000 };
    expect(contextCause(overrun)).toEqual({ code: 'contextWindow', overrun });
  });
});

describe('the bytes of a text', () => {
  it('are those of UTF-8, lone halves of a pair included', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(utf8Bytes(text)).toBe(new TextEncoder().encode(text).length);
      }),
    );
    expect(utf8Bytes('\ud83d')).toBe(3);
    expect(utf8Bytes('a\udc00b\ud83d')).toBe(8);
  });
});
