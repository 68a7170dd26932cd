import { RE2JS } from 're2js';

/**
 * A pattern on a linear-time engine (RE2): no pattern and no answer can make scoring hang. Look-around and back
 * references do not exist here.
 */

const FLAG_BITS: Readonly<Record<string, number>> = {
  i: RE2JS.CASE_INSENSITIVE,
  m: RE2JS.MULTILINE,
  s: RE2JS.DOTALL,
};

/** Fault of a pattern or its flags, as a sentence; undefined for a valid pattern. */
export function regexFault(
  pattern: string,
  flags: string,
): { path: 'pattern' | 'flags'; message: string } | undefined {
  const unknown = [...flags].find((flag) => FLAG_BITS[flag] === undefined);
  if (unknown !== undefined)
    return { path: 'flags', message: `The flag "${unknown}" is not known; use any of i, m and s.` };
  try {
    compile(pattern, flags);
    return undefined;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { path: 'pattern', message: `The pattern cannot be used: ${why}.` };
  }
}

/**
 * True when the pattern is found in the answer. `{{expected}}` in the pattern means the example's expected text,
 * taken literally.
 * @throws what the engine throws for a pattern that `regexFault` refuses.
 */
export function isRegexMatch(
  answer: string,
  expected: string,
  rule: { pattern: string; flags: string },
): boolean {
  const pattern = rule.pattern.split('{{expected}}').join(RE2JS.quote(expected));
  return compile(pattern, rule.flags).matcher(answer).find();
}

function compile(pattern: string, flags: string): RE2JS {
  const bits = [...flags].reduce((sum, flag) => sum | (FLAG_BITS[flag] ?? 0), 0);
  return RE2JS.compile(pattern, bits);
}
