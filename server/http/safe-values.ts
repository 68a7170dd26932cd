import { AppError } from '@/lib/errors/app-error';

/**
 * What no text of ours may hold, whatever the contract says: NUL and lone surrogates (Postgres takes neither),
 * numbers beyond what any field means, nesting that only an attacker writes.
 */
const DEPTH_MAX = 40;
const NUMBER_MAX = 1e15;
const UNSTORABLE = /\0|\p{Surrogate}/u;

export function assertSafeValues(value: unknown, where: string): void {
  const open: { value: unknown; path: string; depth: number }[] = [{ value, path: where, depth: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value: current, path, depth } = next;
    if (depth > DEPTH_MAX) refuse(path, `nested deeper than ${DEPTH_MAX} levels`);
    if (typeof current === 'string') assertSafeText(current, path);
    else if (typeof current === 'number') assertSafeNumber(current, path);
    else if (Array.isArray(current)) {
      for (const [index, element] of current.entries()) {
        open.push({ value: element, path: `${path}[${index}]`, depth: depth + 1 });
      }
    } else if (typeof current === 'object' && current !== null) {
      for (const [name, member] of Object.entries(current)) {
        assertSafeText(name, path);
        open.push({ value: member, path: `${path}.${name}`, depth: depth + 1 });
      }
    }
  }
}

function assertSafeText(text: string, path: string): void {
  if (UNSTORABLE.test(text)) refuse(path, 'a text with a NUL character or half of a surrogate pair');
}

function assertSafeNumber(number: number, path: string): void {
  if (!Number.isFinite(number) || Math.abs(number) > NUMBER_MAX) refuse(path, 'a number beyond 1e15');
}

function refuse(path: string, what: string): never {
  const message = `${path} holds ${what}, which cannot be stored. Take it out and send it again.`;
  throw new AppError('INPUT_INVALID', message, { fields: [{ path, message }] });
}
