import type { ImportedMethod } from './imported-run';
import type { MethodName } from './method-settings';

/** Names of the methods as people write them: the one list of methods that forms, contracts and documents read. */
export const METHOD_NAMES = ['ace', 'gepa', 'textgrad', 'mipro'] as const satisfies readonly MethodName[];

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
