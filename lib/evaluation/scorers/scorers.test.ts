import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { finerParts, scoreFiner } from './finer';
import { scoreFormula } from './formula';
import { microAccuracy } from './micro-accuracy';
import { plainNumber } from './numeric-tolerance';
import { formulaName, parseFinerPrompt, parseFormulaPrompt } from './parse-finance';
import { pythonFloat, pythonNumberLiteral, pythonStrip } from './python-text';
import { type CodeScoringSpec, scoreAnswer, validateScoring } from './score-answer';

const right = (spec: CodeScoringSpec, answer: string, expected: string) =>
  scoreAnswer(spec, answer, expected).correct;

describe('published scorers', () => {
  it('compares Formula answers as Python floats, without tolerance', () => {
    expect(scoreFormula('1,000,000', '1000000.0').correct).toBe(true);
    expect(scoreFormula('14.999', '15.0').correct).toBe(false);
    expect(scoreFormula('nan', 'nan').correct).toBe(false);
    expect(scoreFormula('$15', '15.0')).toEqual({ value: 0, correct: false, rightParts: 0, totalParts: 1 });
  });

  it('scores FiNER by tags in place and never runs a tag', () => {
    expect(scoreFiner('Goodwill, revenues', 'Goodwill,Revenues,LongTermDebt')).toEqual({
      value: 2 / 3,
      correct: false,
      rightParts: 2,
      totalParts: 3,
    });
    expect(scoreFiner('$1.50', '1.5').correct).toBe(true);
    expect(scoreFiner('1+1', '2').correct).toBe(false);
  });

  it('stays fast on answers made to be slow', () => {
    const long = '1'.repeat(200_000);
    for (const answer of [
      `${long}x`,
      ' '.repeat(200_000),
      '-'.repeat(200_000),
      `${long}_`,
      '('.repeat(100_000),
    ]) {
      expect(scoreFormula(answer, '1').correct).toBe(false);
      expect(scoreFiner(answer, '1').correct).toBe(false);
      expect(plainNumber(`${answer}!`)).toBeUndefined();
    }
  });

  it('reads numbers as Python does', () => {
    expect([pythonFloat('1_000'), pythonFloat('1__000'), pythonFloat('٣'), pythonFloat('1e400')]).toEqual([
      1000,
      undefined,
      3,
      Number.POSITIVE_INFINITY,
    ]);
    expect(pythonNumberLiteral('007')).toBeUndefined();
    expect(pythonNumberLiteral('-(0x10)')).toEqual({ int: -16n });
    expect(pythonStrip('\u001c a\u0085')).toBe('a');
  });
});

describe('prompts of published records', () => {
  it('takes the quoted question out of a Formula record and names its formula', () => {
    const text = 'Use formula EV/EBITDA to answer the question. Question:  "How much?". Answer:';
    const parsed = parseFormulaPrompt(text);
    expect(parsed.ok && parsed.question.startsWith('How much? Your answer should be')).toBe(true);
    expect(formulaName(text)).toBe('EV/EBITDA');
    expect(formulaName('What is it?')).toBeNull();
  });

  it('leaves a FiNER record whole and names a broken one', () => {
    expect(parseFinerPrompt('You are an expert.')).toEqual({
      ok: true,
      question: 'You are an expert.',
      context: '',
    });
    expect(parseFinerPrompt('Input: a\nInstruction: b').ok).toBe(false);
  });
});

describe('generic scorers', () => {
  it('matches exactly, with the folding that is asked for', () => {
    const strict = { kind: 'exactMatch', caseSensitive: true, trim: false } as const;
    expect(right(strict, 'Paris', 'Paris')).toBe(true);
    expect(right(strict, ' paris', 'Paris')).toBe(false);
    expect(right({ ...strict, caseSensitive: false, trim: true }, ' paris', 'Paris')).toBe(true);
    expect(right(strict, 'e\u0301', '\u00e9')).toBe(true);
  });

  it('takes numbers within either tolerance', () => {
    const spec = { kind: 'numericTolerance', absolute: 0.01, relative: 0 } as const;
    expect(right(spec, '$1,234.56', '1234.565')).toBe(true);
    expect(right(spec, '1.03', '1')).toBe(false);
    expect(right({ ...spec, relative: 0.05 }, '1.03', '1')).toBe(true);
    expect(right(spec, 'about 1', '1')).toBe(false);
    expect(right(spec, '', '')).toBe(false);
    expect([plainNumber('15 %'), plainNumber('-$3'), plainNumber('1,23'), plainNumber('e5')]).toEqual([
      15,
      -3,
      undefined,
      undefined,
    ]);
  });

  it('finds patterns in linear time and quotes the expected text', () => {
    expect(right({ kind: 'regex', pattern: '\\b{{expected}}\\b', flags: 'i' }, 'It is A.B (2)', 'a.b')).toBe(
      true,
    );
    expect(right({ kind: 'regex', pattern: '^{{expected}}$', flags: '' }, 'axb', 'a.b')).toBe(false);
    expect(right({ kind: 'regex', pattern: '(a+)+$', flags: '' }, `${'a'.repeat(50_000)}b`, '')).toBe(false);
  });

  it('compares a field of JSON answers, fenced or not', () => {
    const spec = { kind: 'jsonField', path: 'answer.parts[0]', expectedPath: '' } as const;
    expect(right(spec, '{"answer":{"parts":[42]}}', '42')).toBe(true);
    expect(right(spec, '```json\n{"answer":{"parts":["x"]}}\n```', 'x')).toBe(true);
    expect(right(spec, 'no JSON', 'x')).toBe(false);
    expect(right({ ...spec, path: '__proto__' }, '{}', '{}')).toBe(false);
    const whole = { kind: 'jsonField', path: '', expectedPath: '' } as const;
    expect(right(whole, '{"a":1,"b":[true]}', '{"b":[true],"a":1}')).toBe(true);
    expect(right(whole, '{"a":1}', '{"a":1,"b":2}')).toBe(false);
  });

  it('gives a score in 0..1 for any answer whatever', () => {
    const specs: { readonly [K in CodeScoringSpec['kind']]: Extract<CodeScoringSpec, { kind: K }> } = {
      formula: { kind: 'formula' },
      finer: { kind: 'finer' },
      exactMatch: { kind: 'exactMatch', caseSensitive: false, trim: true },
      numericTolerance: { kind: 'numericTolerance', absolute: 0, relative: 0.01 },
      regex: { kind: 'regex', pattern: '{{expected}}', flags: 'ims' },
      jsonField: { kind: 'jsonField', path: 'a', expectedPath: '' },
    };
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.values(specs)),
        fc.string({ unit: 'binary' }),
        fc.string(),
        (spec, answer, expected) => {
          const { value, rightParts, totalParts } = scoreAnswer(spec, answer, expected);
          expect(value >= 0 && value <= 1 && rightParts <= totalParts).toBe(true);
        },
      ),
    );
  });
});

describe('micro accuracy', () => {
  it('weighs each example by its tags, from the values that a measurement keeps', () => {
    const kept = [finerParts(1, 'a,b,c'), finerParts(0, 'a')];
    expect(microAccuracy(kept)).toBe(0.75);
    expect(microAccuracy([finerParts(2 / 3, 'a,b,c')])).toBeCloseTo(2 / 3, 12);
    expect(microAccuracy([])).toBe(0);
  });
});

describe('validateScoring', () => {
  it('names every fault by field', () => {
    expect(validateScoring({ kind: 'regex', pattern: '(', flags: '' })[0]?.path).toBe('pattern');
    expect(validateScoring({ kind: 'regex', pattern: '(?=a)', flags: '' })[0]?.path).toBe('pattern');
    expect(validateScoring({ kind: 'regex', pattern: 'a', flags: 'g' })[0]?.path).toBe('flags');
    expect(validateScoring({ kind: 'numericTolerance', absolute: -1, relative: Number.NaN })).toHaveLength(2);
    expect(validateScoring({ kind: 'jsonField', path: 'a..b', expectedPath: 'b[' })).toHaveLength(2);
    expect(validateScoring({ kind: 'judge', rubric: ' ' })).toHaveLength(1);
  });

  it('accepts what can be used', () => {
    expect(validateScoring({ kind: 'regex', pattern: '{{expected}}', flags: 'i' })).toEqual([]);
    expect(validateScoring({ kind: 'formula' })).toEqual([]);
  });
});
