import { z } from 'zod';

/**
 * Sentences for the person who filled in a field that a contract refuses, the same from the server and in a form.
 * Contracts that say it better are left as they are.
 */
type Issue = z.core.$ZodIssue;

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

/** The same for a parser that has not named the fault yet; a contract's own sentence still wins. */
export const faultOf: z.core.$ZodErrorMap = (issue) => {
  const said = z.config().localeError?.(issue) ?? 'Invalid input';
  return faultSentence({ ...issue, message: typeof said === 'string' ? said : said.message } as Issue);
};

/** The first faults by name, and how many more there are. */
export function inputSentence(
  fields: readonly { readonly path: string; readonly message: string }[],
): string {
  const named = fields.map(({ path, message }) => (path ? `${path}: ${message}` : message));
  const more = named.length > 3 ? ` And ${named.length - 3} more.` : '';
  return `Please correct ${named.slice(0, 3).join(' ')}${more}`;
}

export const CORRECT_AND_SEND = 'Correct the fields named and send it again.';

function boundOf(origin: string, relation: string, bound: number | bigint): string {
  if (origin === 'string') return `Give ${relation} ${bound} ${bound === 1 ? 'character' : 'characters'}`;
  if (origin === 'array' || origin === 'set') return `Give ${relation} ${bound} of them`;
  return `Give ${relation} ${bound}`;
}
