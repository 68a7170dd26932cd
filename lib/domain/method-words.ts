import type { ImportedMethod } from './imported-run';
import type { MethodName } from './method-settings';

/** Ids of the methods, in the order of forms. */
export const METHOD_NAMES = ['ace', 'gepa', 'textgrad', 'mipro'] as const satisfies readonly MethodName[];

/** Their names as people write them, also those of imported runs. */
export const IMPORTED_METHOD_WORDS: Readonly<Record<ImportedMethod, string>> = {
  ace: 'ACE',
  gepa: 'GEPA',
  textgrad: 'TextGrad',
  mipro: 'MIPROv2',
  other: 'another method',
};

/** `ace` or `ace 1.0`; a name of elsewhere stays as it is. */
export function methodWords(method: string): string {
  const [name = '', ...version] = method.split(' ');
  return [(IMPORTED_METHOD_WORDS as Readonly<Record<string, string>>)[name] ?? name, ...version].join(' ');
}

const [LAST = '', ...BEFORE] = METHOD_NAMES.map(methodWords).toReversed();
/** "ACE, GEPA, … or MIPROv2". */
export const ANY_METHOD = `${BEFORE.toReversed().join(', ')} or ${LAST}`;
