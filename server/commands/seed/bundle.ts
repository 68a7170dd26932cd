import type { Actor } from '@/lib/domain/actor';
import type { SplitName } from '@/lib/domain/split';
import type { PracticeExample } from '@/prisma/practice-sets/formula-practice';
import { importDataset } from '@/server/services/datasets/import-dataset';
import { registerSplit } from '@/server/services/datasets/register-split';
import { PRACTICE_ROLES } from '@/server/services/providers/practice-providers';

/** A bundled data set with its registered split, made through the doors that everybody uses. */
export interface Bundle {
  readonly name: string;
  readonly description: string;
  readonly preset: 'generic' | 'finer';
  /** An id decides what the practice model knows of an example; without one the importer gives it. */
  readonly examples: readonly (PracticeExample & { readonly id?: string })[];
  /** Examples of each split, in the order of the set. */
  readonly sizes: Readonly<Partial<Record<SplitName, number>>>;
}

/** Through the importer, as anybody's file would come. Returns the id of the registered split. */
export async function bundle(
  actor: Actor<'administer'>,
  { name, description, preset, examples, sizes }: Bundle,
): Promise<string> {
  const parts = (Object.entries(sizes) as [SplitName, number][]).flatMap(([part, size]) =>
    Array.from({ length: size }, () => part),
  );
  const lines = examples.map((example, index) => JSON.stringify({ ...example, part: parts[index] }));
  const at = (path: string) => ({ path });
  const dataset = await importDataset(actor, {
    files: [new File([lines.join('\n')], `${name.toLowerCase().replaceAll(/[ ,]+/g, '-')}.jsonl`)],
    bundled: true,
    options: {
      name,
      description,
      format: 'jsonLines',
      preset,
      skipBadLines: false,
      mapping: {
        id: examples.some(({ id }) => id !== undefined) ? at('id') : null,
        question: at('question'),
        context: at('context'),
        expected: at('expected'),
        groupKey: at('groupKey'),
        sourceSplit: at('part'),
      },
    },
  });
  const splits = [...new Set(parts)].map((split) => ({ source: split, kind: 'whole' as const, split }));
  const split = await registerSplit(actor, {
    datasetId: dataset.id,
    name: 'Standard',
    salt: '',
    rule: { kind: 'bySource', parts: splits },
  });
  return split.id;
}

/** The practice model of a provider in every role. */
export function modelsOf(providerId: string) {
  const roles = Object.entries(PRACTICE_ROLES).map(([role, model]) => [role, { providerId, model }]);
  return Object.fromEntries(roles);
}
