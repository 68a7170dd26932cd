import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isoMilliseconds } from './iso-time';

it('a time in ISO 8601 is the milliseconds that the platform reads', () => {
  const times = fc.date({ min: new Date('1900-01-01'), max: new Date('2400-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(times, (time) => {
      expect(isoMilliseconds(time.toISOString())).toBe(time.getTime());
    }),
  );
});

it('a time has its zone and its decimals, and without a zone it is UTC', () => {
  expect(isoMilliseconds('2024-02-29T12:00:00.123456+02:00')).toBe(
    Date.parse('2024-02-29T10:00:00Z') + 123.456,
  );
  expect(isoMilliseconds('2024-03-01 00:30:00-0130')).toBe(Date.parse('2024-03-01T02:00:00Z'));
  expect(isoMilliseconds('2024-03-01T00:30:00')).toBe(Date.parse('2024-03-01T00:30:00Z'));
  expect(['', 'soon', '2024-13-01T00:00:00Z', '2024-01-01'].map(isoMilliseconds)).toEqual([
    null,
    null,
    null,
    null,
  ]);
});
