import { canonicalHash } from '@/lib/domain/content-hash';
import type { IntakeAnswers } from '@/lib/domain/intake';
import { buildIntakeAnswers } from '@/lib/testing/builders/intake-builder';
import type { TestApi } from './test-api';

interface Known extends Required<Pick<IntakeAnswers, 'taskId' | 'datasetId' | 'splitId' | 'models'>> {
  readonly name: string;
}

/** A draft of the guided set-up with everything stated. */
export async function seedIntake(api: TestApi, { name, ...known }: Known): Promise<string> {
  const task = await api.database.db.task.findUniqueOrThrow({ where: { id: known.taskId ?? '' } });
  const scoringDigest = canonicalHash(task.scoring);
  // Ten held-out examples show a gain as large as this one.
  const answers = buildIntakeAnswers({ ...known, scoringDigest, baselineScore: 0.05, convergedScore: 0.9 });
  const draft = await api.call('createIntake', { body: { name, answers } });
  if (draft.status !== 201) throw new Error(`the draft of the test was refused: ${draft.text}`);
  return draft.json.id;
}
