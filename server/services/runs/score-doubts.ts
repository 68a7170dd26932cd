import type { ScoreDoubt } from '@/lib/domain/score-doubt';
import { scoreDoubtOf } from '@/lib/policy/score-doubt';
import { readScoreFacts } from '@/server/repositories/score-doubts';

/** Why the held-out scores of these runs are no headline; a run whose scores are believed is left out. */
export async function readScoreDoubts(
  workspaceId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ScoreDoubt>> {
  const facts = await readScoreFacts(workspaceId, ids);
  return new Map(
    [...facts].flatMap(([id, known]) => {
      const doubt = scoreDoubtOf(known);
      return doubt === null ? [] : [[id, doubt] as const];
    }),
  );
}

export async function readScoreDoubt(workspaceId: string, id: string): Promise<ScoreDoubt | null> {
  return (await readScoreDoubts(workspaceId, [id])).get(id) ?? null;
}
