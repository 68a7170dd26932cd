import { globSync, readFileSync } from 'node:fs';

/** Whether a page offers an operation at all: one of its components calls the API by the operation's contract. */
export function pageCalls(operationId: string): boolean {
  const name = contractNames().get(operationId) ?? operationId;
  return callers().some((text) => new RegExp(`\\b${name}\\b`).test(text));
}

let kept: readonly string[] | undefined;
function callers(): readonly string[] {
  kept ??= globSync('components/**/*.{ts,tsx}')
    .filter((file) => !/\.test\./.test(file))
    .map((file) => readFileSync(file, 'utf8'))
    .filter((text) => text.includes('callApi'));
  return kept;
}

let names: ReadonlyMap<string, string> | undefined;
/** Operation id -> the name that its contract is imported by. */
function contractNames(): ReadonlyMap<string, string> {
  names ??= new Map(
    globSync('lib/contracts/*.ts').flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/export const (\w+) = operation\(\{\s*id: '(\w+)'/g)].map(
        ([, name = '', id = '']) => [id, name] as const,
      ),
    ),
  );
  return names;
}
