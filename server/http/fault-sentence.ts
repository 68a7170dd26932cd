import type { ZodError } from 'zod';

/** What zod found, as a sentence for the person who filled in the field. Contracts that say it better are left as they are. */
type Issue = ZodError['issues'][number];

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
  file: 'a file',
};

export function faultSentence(issue: Issue): string {
  if (/[.!?]$/.test(issue.message)) return issue.message;
  switch (issue.code) {
    case 'invalid_type': {
      const wanted = KINDS[issue.expected] ?? issue.expected;
      return /received undefined$/.test(issue.message) ? `It is missing; give ${wanted}.` : `Give ${wanted}.`;
    }
    case 'too_small':
      return `${boundOf(issue.origin, 'at least', issue.minimum)}.`;
    case 'too_big':
      return `${boundOf(issue.origin, 'at most', issue.maximum)}.`;
    case 'invalid_value':
      return `Choose one of: ${issue.values.map(String).join(', ')}.`;
    case 'unrecognized_keys':
      return `There is no field of this name: ${issue.keys.slice(0, 5).join(', ').slice(0, 200)}.`;
    case 'invalid_format':
      return `It has not the form of ${/^regex$/.test(issue.format) ? 'what is expected here' : `a ${issue.format}`}.`;
    default:
      return `${issue.message}.`;
  }
}

function boundOf(origin: string, relation: string, bound: number | bigint): string {
  if (origin === 'string') return `Give ${relation} ${bound} ${bound === 1 ? 'character' : 'characters'}`;
  if (origin === 'array' || origin === 'set') return `Give ${relation} ${bound} of them`;
  return `Give ${relation} ${bound}`;
}
