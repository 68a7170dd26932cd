import { z } from 'zod';
import { decimalOf } from '../decimal-text';

/**
 * Kinds of fields in a task.toml, each with the sentence that is shown where a value does not fit. Numbers in quotes are
 * accepted, as Harbor accepts them.
 */
const unquoted = (value: unknown): unknown =>
  typeof value === 'string' ? (decimalOf(value) ?? value) : value;

const number = (sentence: string) => z.number(sentence);

export const seconds = z.preprocess(
  unquoted,
  number('Give a number of seconds.').positive('Give more than 0 seconds.'),
);

/** For waits that may be left out by giving 0. */
export const pauseSeconds = z.preprocess(
  unquoted,
  number('Give a number of seconds.').min(0, 'Give 0 seconds or more.'),
);

export const count = z.preprocess(
  unquoted,
  number('Give a whole number.').int('Give a whole number.').min(0, 'Give 0 or more.'),
);

export const amount = z.preprocess(unquoted, number('Give a number.'));

export const text = z.string('Give text in quotes.');

export const filledText = text.min(1, 'Give at least one character.');

export const texts = z.array(text, 'Give a list of texts.');

export const variables = z.record(z.string(), text, 'Give a table of names with texts.');

export const account = z.union([z.string(), z.number().int()], 'Give the name or the number of an account.');

const SWITCHES: Readonly<Record<string, boolean>> = {
  ...{ true: true, yes: true, y: true, on: true, t: true, '1': true },
  ...{ false: false, no: false, n: false, off: false, f: false, '0': false },
};

export const onOrOff = z.preprocess(
  (value) => SWITCHES[String(value).toLowerCase()] ?? value,
  z.boolean('Give true or false.'),
);

/** The old way to give memory and storage: `512M`, `2G`, `0.5g`, `1024K`. */
export const sizeInMb = z
  .string('Give a size such as "512M" or "2G".')
  .transform((written, context): number => {
    const megabytes = megabytesOf(written.trim().toUpperCase());
    if (megabytes !== undefined) return megabytes;
    context.addIssue({ code: 'custom', message: 'Give a size such as "512M" or "2G".' });
    return z.NEVER;
  });

function megabytesOf(size: string): number | undefined {
  const amountOf = decimalOf(size.slice(0, -1));
  if (amountOf === undefined || !Number.isFinite(amountOf) || amountOf < 0) return undefined;
  if (size.endsWith('G')) return Math.trunc(amountOf * 1024);
  if (size.endsWith('M')) return Math.trunc(amountOf);
  return size.endsWith('K') ? Math.trunc(amountOf / 1024) : undefined;
}
