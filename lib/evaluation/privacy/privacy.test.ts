import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PrivateKind, replaceSpans } from '@/lib/domain/privacy';
import { sized } from '@/lib/testing/test-size';
import { withoutStops } from '../import/import-examples';
import { detectInSteps, maskOf } from './detect';
import { SHAPES } from './patterns';
import { Redactor } from './redact';

/** The text found, by kind. */
const found = (text: string) =>
  withoutStops(detectInSteps(text)).map(({ kind, start, end }) => [kind, text.slice(start, end)]);

const IS: readonly (readonly [PrivateKind, string])[] = [
  ['email', 'jane.doe+news@mail.example.com'],
  ['email', 'jürgen@müller.de'],
  ['phone', '+1 415 555 2671'],
  ['phone', '+14155552671'],
  ['phone', '+49 (0)30 901820'],
  ['phone', '0044 20 7946 0958'],
  ['phone', '(415) 555-2671'],
  ['phone', '555-123-4567'],
  ['iban', 'DE89370400440532013000'],
  ['iban', 'GB82 WEST 1234 5698 7654 32'],
  ['paymentCard', '4111111111111111'],
  ['paymentCard', '5555 5555 5555 4444'],
  ['paymentCard', '3782-822463-10005'],
  ['nationalId', '078-05-1120'],
  ['ipAddress', '203.0.113.77'],
  ['ipAddress', '192.168.1.20'],
  ['ipAddress', '2001:db8:85a3::8a2e:370:7334'],
  ['secret', 'sk-proj-abcdefghij0123456789'],
  ['secret', 'AKIAIOSFODNN7EXAMPLE'],
  ['secret', `ghp_${'a1'.repeat(18)}`],
  ['secret', 'xoxb-123456789012-abcdefABCDEF'],
  ['secret', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N'],
];

const IS_NOT = [
  'user at example dot com, or @everyone',
  'revenue of $ 1,234,567.89 in 2019-2020, up 12.5 %',
  '2015 2016 2017 2018 2019 2020',
  '4111111111111112',
  'DE89370400440532013001',
  '000-12-3456 and 666-12-3456',
  'version 1.2.3.4, section 5.1.2.3, host 127.0.0.1 or 0.0.0.0',
  'v10.20.30.40 and 999.1.1.1',
  'at 12:30:45, std::vector::begin, a ratio of 3:2:1',
  '3+1000000 and a gain of +25000000',
  'risk-assessments-and-liabilities-of-2019',
  'max_tokens: 4096, token: none-of-these-words',
  'us-gaap:DebtInstrumentFaceAmount 0000320193-20-000096',
];

describe('R-210 what is found in a text', () => {
  it.each(IS)('R-210 finds %s: %s, exactly, at the beginning, in the middle and at the end', (kind, text) => {
    expect(found(text)).toEqual([[kind, text]]);
    expect(found(`Write to ${text}, please.`)).toEqual([[kind, text]]);
    expect(found(`See: ${text}`)).toEqual([[kind, text]]);
  });

  it.each(IS_NOT)('R-210 passes what only looks like it: %s', (text) => {
    expect(found(text)).toEqual([]);
  });

  it('R-210 finds a number behind a look-alike, and an IBAN before words in capitals', () => {
    expect(found('1000 4111 1111 1111 1111 123')).toEqual([['paymentCard', '4111 1111 1111 1111']]);
    expect(found('IBAN DE89 3704 0044 0532 0130 00 IS MINE')).toEqual([
      ['iban', 'DE89 3704 0044 0532 0130 00'],
    ]);
  });

  it('R-210 finds what a word before it gives away, and only the value', () => {
    expect(found('Tel.: 030 901820')).toEqual([['phone', '030 901820']]);
    expect(found('password = "hunter2hunter2"')).toEqual([['secret', 'hunter2hunter2']]);
    const key = '-----BEGIN RSA PRIVATE KEY-----\nMIIB+abc/=\n-----END RSA PRIVATE KEY-----';
    expect(found(`${key} end`)).toEqual([['secret', key]]);
  });

  it('R-210 shows nothing of what it found but its shape', () => {
    expect(maskOf('jane@example.com')).toBe('••••@•••••••.•••');
    expect(maskOf('a'.repeat(40))).toBe(`${'•'.repeat(32)}…`);
  });
});

describe('R-210 striking out', () => {
  it('R-210 gives one value one placeholder in all texts, and two values two', () => {
    const redactor = new Redactor();
    expect(redactor.redact('a@b.de wrote to c@d.de')).toBe('[EMAIL_1] wrote to [EMAIL_2]');
    expect(redactor.redact('c@d.de, +1 415 555 2671')).toBe('[EMAIL_2], [PHONE_1]');
  });

  it('R-210 gives no value a placeholder that the text holds already', () => {
    expect(new Redactor().redact('[EMAIL_1] wrote to c@d.de')).toBe('[EMAIL_1] wrote to [EMAIL_2]');
  });

  it('R-210 strikes out span by span: what is not chosen stays as it was', () => {
    const text = 'a@b.de wrote to c@d.de';
    const [, second] = new Redactor().offer(text);
    expect(replaceSpans(text, second ? [second] : [])).toBe('a@b.de wrote to [EMAIL_2]');
  });
});

/** Texts that hold many near-findings: pieces of true ones, glued together in any order. */
const pieces = IS.map(([, text]) => text);
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc
    .array(
      fc.oneof(
        fc.constantFrom(...pieces, ' ', '-', '.', '@', '+', 'tel: ', 'token='),
        fc.string({ maxLength: 6 }),
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join('')),
);

/** Pieces of which the cheap looks read more than one. */
const lookedAtText = fc
  .array(
    fc.oneof(
      fc.constantFrom(...pieces, ' ', ':', '::', '1:', 'ab:', '+', '00', '.', '-', '(', 'Tel', 'fax', 'no'),
      fc.constantFrom('12:30:45', 'Phone', ' number', ' is ', ':#', '415 555', 'Bearer ', 'to\u212Aen', '="'),
      fc.constantFrom('apiKey', 'DE89', ' 3704', ' 0', '4004 405 ', '32013000', 'a1B2c3D4e5F6', '_', 'é'),
      fc.string({ unit: fc.constantFrom(...'0123456789abcdefABF:'), maxLength: 9 }),
    ),
    { maxLength: 16 },
  )
  .map((parts) => parts.join(''));

/** A search finds something in each, and a cheap look once passed it. */
const PASSED_BY_EARLIER_LOOKS = [
  'Phone number is 415 555',
  'id_AKIAIOSFODNN7EXAMPLE',
  'account_DE89370400440532013000',
  'DE89 3 7 0 4 0 0 4 4 0 5 3 2 0 1 3 0 0 0',
  'to\u212Aen="a1B2c3D4e5F6"',
];

describe('R-210 for any text', () => {
  it('R-210 the cheap looks pass no text in which a search finds something', () => {
    const always = SHAPES.map((shape) => ({ ...shape, mayHold: () => true }));
    fc.assert(
      fc.property(fc.oneof(anyText, lookedAtText), (text) => {
        expect(withoutStops(detectInSteps(text))).toEqual(withoutStops(detectInSteps(text, always)));
      }),
      { numRuns: sized(1_000, 5_000), examples: PASSED_BY_EARLIER_LOOKS.map((text) => [text]) },
    );
  });

  it('R-210 spans are in order, never overlap, and lie within the text; nothing throws', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        let last = 0;
        for (const { start, end } of withoutStops(detectInSteps(text))) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          last = end;
        }
        expect(last).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 500 },
    );
  });

  it('R-210 redaction leaves nothing to be found, and is itself left alone', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const redacted = new Redactor().redact(text);
        expect(withoutStops(detectInSteps(redacted))).toEqual([]);
        expect(new Redactor().redact(redacted)).toBe(redacted);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['dots', 'a.'],
    ['signs', '@a'],
    ['addresses', 'a@b.cc-----'],
    ['digits', '1'],
    ['spaced digits', '1111 '],
    ['capitals', 'AB12 '],
    ['key headers', '-----BEGIN PRIVATE KEY-----'],
    ['words before numbers', 'tel '],
    ['assignments', 'token= '],
  ])('R-210 reads half a MB of %s in time proportional to its length', (_, unit) => {
    const timeOf = (length: number) => {
      const text = unit.repeat(Math.ceil(length / unit.length));
      const before = process.threadCpuUsage();
      withoutStops(detectInSteps(text));
      const { user, system } = process.threadCpuUsage(before);
      return (user + system) / 1000;
    };
    timeOf(60_000);
    const [small, large] = [timeOf(62_500), timeOf(500_000)];
    console.info(`${unit}: ${Math.round(small)} ms for 62 kB, ${Math.round(large)} ms for 500 kB`);
    // Eight times the text; a quadratic search would take 64 times as long.
    expect(large).toBeLessThan(32 * Math.max(small, 25));
  });
});
