import { type GroupEdits, type JudgedEdits, judgeEdits } from '@/lib/combee/diversity/judge-edits';
import type { UnitVector } from '@/lib/combee/diversity/similarity';
import { type EditTracer, editText } from '@/lib/combee/diversity/trace-edits';
import type { Scanned } from '@/lib/combee/scan';
import type { DiversitySettings } from '@/lib/domain/diversity';
import type { Update } from '@/lib/domain/update';
import { invariant } from '@/lib/errors/invariant';
import type { Method } from '@/lib/methods/method';
import type { Embedder } from '@/lib/ports/embedder';
import type { Journal } from '@/lib/ports/journal';
import { HASHED_NGRAM_ID, hashedNgramEmbedder } from '@/lib/stats/hashed-ngram-embedder';

/** From the texts of an iteration's edits to what they look like beside each other and beside what is there. */
export interface LikenessInput {
  readonly settings: DiversitySettings;
  readonly method: Method;
  readonly iteration: number;
  readonly journal: Journal;
  readonly embedder: Embedder | undefined;
  /** Vectors of the texts that stood before; brought up to date here. */
  readonly vectors: Map<string, UnitVector>;
  readonly seen: Scanned;
  readonly tracer: EditTracer;
}

/** The offline vectors are the same everywhere; a provider's are an answer from outside, so what they say is journaled. */
export async function editLikeness(input: LikenessInput): Promise<JudgedEdits> {
  const { settings, journal, iteration, embedder } = input;
  if (settings.embedderId === HASHED_NGRAM_ID) return judge(input, hashedNgramEmbedder());
  return journal.decide<JudgedEdits>({ iteration, kind: 'editSimilarities', ordinal: 0 }, async () => {
    invariant(embedder !== undefined, 'A run whose embedder is a model was given none.', { iteration });
    return judge(input, embedder);
  });
}

async function judge(input: LikenessInput, embedder: Embedder): Promise<JudgedEdits> {
  const { base, scan, plan, reflections } = input.seen;
  const present = input.method.pieces?.(base) ?? [];
  const final = writtenTexts(scan.update);
  const groups = scan.groups.map(({ group, update }) => ({
    texts: writtenTexts(update),
    // Without a shuffle (one plain call) the only group read everything.
    members: new Set(plan.groups[group] ?? reflections.map(({ ordinal }) => ordinal)),
  }));
  const all = [...present, ...final, ...groups.flatMap(({ texts }) => texts)];
  const vectorOf = await embedded(input.vectors, all, embedder);
  const judged = judgeEdits({
    present: present.map(vectorOf),
    final: final.map(vectorOf),
    groups: groups.map(
      ({ texts, members }): GroupEdits => ({
        vectors: texts.map(vectorOf),
        origins: texts.map((text) => input.tracer.origin(text, members)),
        members,
      }),
    ),
    similarityMax: input.settings.similarityMax,
  });
  const lasting = new Set([...present, ...final]);
  for (const text of [...input.vectors.keys()]) if (!lasting.has(text)) input.vectors.delete(text);
  return judged;
}

/** Texts that an update writes, in order; an invalid update writes none. */
export function writtenTexts({ edits, invalid }: Update): readonly string[] {
  return invalid === null ? edits.flatMap((edit) => editText(edit) ?? []) : [];
}

/** Adds what is not known yet, each text once. */
async function embedded(
  known: Map<string, UnitVector>,
  texts: readonly string[],
  embedder: Embedder,
): Promise<(text: string) => UnitVector> {
  const missing = [...new Set(texts)].filter((text) => !known.has(text));
  const vectors = missing.length === 0 ? [] : await embedder.embed(missing);
  for (const [index, text] of missing.entries()) known.set(text, vectors[index] ?? []);
  return (text) => known.get(text) ?? [];
}
