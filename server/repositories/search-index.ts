import type pg from 'pg';

/**
 * Search texts of a run's facts, kept after their commit (migration search_after_commit). Texts of learning are kept by
 * workers as facts arrive; rollouts of evaluations, most of a run's rollouts, once a search within the run asks for them.
 */
export type SearchPart = 'learning' | 'evaluations';

/** Facts per statement: each holds the run's progress for tens of milliseconds. */
const FACTS = 200;

/** False where some are left: the time is over, or another session keeps them now. */
export async function keepSearchTexts(
  pool: pg.Pool,
  { runId, part }: { readonly runId: string; readonly part: SearchPart },
  isTimeLeft: () => boolean = () => true,
): Promise<boolean> {
  while (isTimeLeft()) {
    const { rows } = await pool.query<{ facts: number | null }>(
      'SELECT waggle_keep_search_texts($1, $2, $3) AS facts',
      [runId, part === 'evaluations', FACTS],
    );
    const facts = rows[0]?.facts ?? null;
    if (facts === null) return false;
    if (facts === 0) return true;
  }
  return false;
}

/** Runs with facts of learning that no search finds yet. */
export async function runsToIndex(pool: pg.Pool): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: string }>(`
    SELECT run.id FROM "Run" AS run LEFT JOIN "SearchProgress" AS progress ON progress."runId" = run.id
    WHERE run."lastSeq" > COALESCE(progress."learnedSeq", 0)`);
  return rows.map(({ id }) => id);
}
