import type { ComparedExample, PairOutcome } from '@/lib/contracts/paired-comparisons';
import { AppError } from '@/lib/errors/app-error';
import type { ScoreComparison } from '@/lib/evaluation/compare-scores';
import type { ScorePair } from '@/lib/stats/paired-scores';
import { findExampleTexts } from '@/server/repositories/example-texts';

/**
 * The examples of two measured prompts by the page, and what is said of all of them. Knows neither runs nor roles.
 */
export function verdictOf<Comparison extends ScoreComparison>({
  pairs: _,
  ...verdict
}: Comparison): Omit<Comparison, 'pairs'> {
  return verdict;
}

interface PageOfPairs {
  readonly outcome: PairOutcome;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** One page of the examples; the cursor is how many were shown. */
export async function pageOfPairs(
  runId: string,
  all: readonly ScorePair[],
  { outcome, limit, cursor }: PageOfPairs,
): Promise<{ items: ComparedExample[]; nextCursor: string | null; total: number }> {
  const pairs = all.filter((pair) => has(pair, outcome));
  const ordered = outcome === 'wins' ? [...pairs].reverse() : pairs;
  const from = placeOf(cursor);
  const shown = ordered.slice(from, from + limit);
  const texts = await findExampleTexts(
    runId,
    shown.map(({ exampleId }) => exampleId),
  );
  return {
    items: shown.map((pair) => ({
      ...pair,
      ...(texts.get(pair.exampleId) ?? { question: '', expected: '' }),
    })),
    nextCursor: from + limit < ordered.length ? String(from + limit) : null,
    total: ordered.length,
  };
}

function has({ before, after }: ScorePair, outcome: PairOutcome): boolean {
  if (outcome === 'all') return true;
  if (outcome === 'ties') return before === after;
  if (outcome === 'differ') return before !== after;
  return outcome === 'wins' ? after > before : after < before;
}

function placeOf(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  if (/^\d{1,9}$/.test(cursor)) return Number(cursor);
  throw new AppError(
    'INPUT_INVALID',
    'This cursor does not come from the list: leave it out to begin anew.',
    {
      fields: [{ path: 'query.cursor', message: 'Not a cursor of this list.' }],
    },
  );
}
