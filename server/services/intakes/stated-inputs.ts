import { experimentConfig } from '@/lib/contracts/experiment-config';
import type { StatedInputsView } from '@/lib/contracts/intakes';
import type { Actor } from '@/lib/domain/actor';
import { assertChangesReasoned } from '@/lib/policy/intake';
import { type DefaultLine, defaultLines, defaultSettings } from '@/lib/policy/intake-defaults';
import { type ExperimentRow, getExperimentRow } from '@/server/repositories/experiments';
import { findIntakeOfExperiment } from '@/server/repositories/intakes';
import { settingsOfConfig } from './experiment-of-intake';
import { canaryView, recordOf } from './intake-view';

/**
 * What an experiment keeps of its set-up. The changed defaults are read off the experiment as it is now, not off
 * what the draft said, so that a setting changed afterwards shows as well; the reasons are those of the set-up, which
 * cannot be changed once it is an experiment.
 */
export async function readStatedInputs(
  actor: Actor<'read'>,
  { experimentId }: { readonly experimentId: string },
): Promise<StatedInputsView> {
  const stated = await statedOf(await getExperimentRow(actor.workspaceId, experimentId));
  if (stated === null) return { intakeId: null, changedDefaults: [], canary: null };
  const { intakeId, record, changed } = stated;
  return {
    intakeId,
    changedDefaults: changed.map((line) => ({ ...line, reason: record.reasons[line.ruleId] ?? null })),
    canary: canaryView(record.answers),
  };
}

/** Before a run pins the settings, whichever door it is started by. @throws AppError DEFAULT_CHANGED_NO_REASON */
export async function assertChangesStated(experiment: ExperimentRow): Promise<void> {
  const stated = await statedOf(experiment);
  if (stated !== null) assertChangesReasoned(stated.changed, stated.record.reasons);
}

async function statedOf(experiment: ExperimentRow) {
  const row = await findIntakeOfExperiment(experiment.id);
  if (row === null) return null;
  const record = recordOf(row);
  const settings = settingsOfConfig(experimentConfig.parse(experiment.config), record.answers);
  const changed: DefaultLine[] = defaultLines(defaultSettings(record.answers), settings).filter(
    (line) => line.changed,
  );
  return { intakeId: row.id, record, changed };
}
