import { PRACTICE_MAKER } from '@/lib/canary/practice-traffic';
import { experimentConfig } from '@/lib/contracts/experiment-config';
import type { Actor } from '@/lib/domain/actor';
import type { ScoringSpec } from '@/lib/domain/scoring';
import { TOUR_BASELINE, TOUR_EXPERIMENTS } from '@/lib/view/tour';
import { FINER_PRACTICE_SIZES, generateFinerPractice } from '@/prisma/practice-sets/finer-practice';
import { FORMULA_PRACTICE_SIZES, generateFormulaPractice } from '@/prisma/practice-sets/formula-practice';
import { moveBackOffice, seedBackOffice } from '@/server/commands/seed/back-office';
import { bundle, modelsOf } from '@/server/commands/seed/bundle';
import { operatorOf } from '@/server/commands/support/operator';
import { config } from '@/server/config/config';
import { sealClearHeaders } from '@/server/repositories/seal-clear-headers';
import { createTask } from '@/server/services/datasets/manage-tasks';
import { createExperiment } from '@/server/services/experiments/change-experiments';
import { startRun } from '@/server/services/launches/start-run';
import { foundWorkspace } from '@/server/services/people/found-workspace';
import { makePracticeSlot } from '@/server/services/promotion/practice/practice-slot';
import {
  addPracticeProvider,
  DEMO,
  FAST_FORWARD,
  movePracticeProviders,
  WATCHABLE,
} from '@/server/services/providers/practice-providers';

/**
 * The first workspace: an owner, the practice model, three bundled sets with their splits, an agent and an experiment with
 * it that is ready to run, a second one without an agent, and the serial baselines whose diagnoses let them. At later
 * starts it follows a practice model that moved, and seals what an older version kept in clear.
 */
export async function seedWorkspace(): Promise<{
  readonly signIn: { readonly email: string; readonly password: string | null } | null;
  /** The runs whose diagnoses let the seeded experiments start; none at later starts. */
  readonly baselineRunIds: readonly string[];
}> {
  const { ownerEmail, ownerPassword } = config();
  const founded = await foundWorkspace({ email: ownerEmail, password: ownerPassword });
  await movePracticeProviders();
  await moveBackOffice();
  await sealClearHeaders();
  if (founded === null) return { signIn: null, baselineRunIds: [] };
  const baselineRunIds = await fillWorkspace(founded.actor);
  return { signIn: { email: ownerEmail, password: founded.password }, baselineRunIds };
}

/** None of the seeded tasks asks anybody outside. */
const checkAddress = () => undefined;

async function fillWorkspace(actor: Actor<'administer'>): Promise<readonly string[]> {
  // Forms propose the first provider.
  await addPracticeProvider(actor, WATCHABLE);
  await addPracticeProvider(actor, FAST_FORWARD);
  const demo = await addPracticeProvider(actor, DEMO);
  // The overview offers the oldest experiment. Its makers may not approve what it learns, so the owner is none of them.
  const waggle = operatorOf(actor.workspaceId, PRACTICE_MAKER);
  const office = await seedBackOffice(waggle, { providerId: demo });

  const formulaSplit = await bundle(actor, {
    name: 'Formula practice',
    description: 'Word problems with one number as the answer. Made by Waggle; every answer is computed.',
    preset: 'generic',
    examples: generateFormulaPractice(),
    sizes: FORMULA_PRACTICE_SIZES,
  });
  await bundle(actor, {
    name: 'FiNER practice',
    description: 'Sentences whose marked numbers are to be tagged, four to a record. Made by Waggle.',
    preset: 'finer',
    examples: generateFinerPractice(),
    sizes: FINER_PRACTICE_SIZES,
  });
  const formula = await createTask(actor, words('Formula', { kind: 'formula' }), checkAddress);
  await createTask(actor, words('FiNER', { kind: 'finer' }), checkAddress);
  // Scoring that most examples of one's own need: one short answer each.
  await createTask(
    actor,
    words('Exact match', { kind: 'exactMatch', caseSensitive: false, trim: true }),
    checkAddress,
  );

  const settings = { taskId: formula.id, splitId: formulaSplit, description: '' };
  await createExperiment(actor, {
    ...settings,
    name: TOUR_EXPERIMENTS.go,
    description: 'Ready to run on the practice model: nothing leaves this machine and nothing is paid.',
    // Five points of a curve within a minute: at every tenth of the examples, measuring would take most of the time.
    ...experimentConfig.parse({
      models: modelsOf(demo),
      // Half of held-out, so that a measurement is two waves of calls.
      lanes: 300,
      // Twice the sizes of the default: as many points for the fit, and fewer iterations to wait for.
      batch: { kind: 'dynamic', profileSizes: [8, 16, 32, 64], maxBatch: 128 },
      evaluation: { everyExamples: 50 },
    }),
  });
  const baseline = await createExperiment(actor, {
    ...settings,
    name: TOUR_BASELINE,
    description: 'One example at a time. Its diagnosis says whether parallel runs may start.',
    ...experimentConfig.parse({ models: modelsOf(demo), lanes: 64 }),
  });
  const serial = { kind: 'serialBaseline', seed: 1 } as const;
  const formulaRun = await startRun(actor, { experimentId: baseline.id, ...serial });
  const officeRun = await startRun(waggle, { experimentId: office.baselineId, ...serial });
  await makePracticeSlot(actor.workspaceId, officeRun.id);
  return [formulaRun.id, officeRun.id];
}

function words(name: string, scoring: ScoringSpec) {
  return {
    name,
    scoring,
    instructions: '',
    inputShape: '',
    outputShape: '',
    artefact: null,
  } as const;
}
