import type { IntakeEstimateView } from '@/lib/contracts/intake-shapes';
import type { Actor } from '@/lib/domain/actor';
import { askedRoles } from '@/lib/domain/asked-roles';
import type { IntakeAnswers } from '@/lib/domain/intake';
import type { RunManifest } from '@/lib/domain/manifest';
import { AppError } from '@/lib/errors/app-error';
import { diagnosisForecast } from '@/lib/evaluation/diagnosis-forecast';
import { methodNamed } from '@/lib/methods/known-methods';
import { openQuestions } from '@/lib/policy/intake-questions';
import { BUDGET_FLOOR } from '@/lib/policy/rules/intake';
import { refusal } from '@/lib/policy/rules/rule';
import { basisSentence, budgetFloor, intakeAmounts } from '@/lib/report/intake-estimate';
import { findSplit, findTask } from '@/server/repositories/experiments';
import { getIntakeRow } from '@/server/repositories/intakes';
import { buildRunManifest, toTask } from '@/server/services/runs/build-run-manifest';
import { CODE_VERSION } from '@/server/services/runs/code-version';
import { estimateBasis } from '@/server/services/runs/estimate-basis';
import { resolveModels } from '@/server/services/runs/resolve-models';
import { experimentOfIntake } from './experiment-of-intake';
import type { FoundFacts } from './intake-facts';
import { readIntakeFacts } from './intake-facts';
import { recordOf } from './intake-view';

/** Estimated cost of a draft's run, before anything is spent. Starts nothing. */
export async function estimateIntake(
  actor: Actor<'read'>,
  { intakeId }: { readonly intakeId: string },
): Promise<IntakeEstimateView> {
  const row = await getIntakeRow(actor.workspaceId, intakeId);
  const { answers } = recordOf(row);
  return estimateAnswers(actor, answers, await readIntakeFacts(actor.workspaceId, answers));
}

/** Rules whose questions must be answered before an estimate. */
const NEEDED = ['R-026', 'R-030', 'R-035', 'R-050'];

export async function estimateAnswers(
  actor: Actor,
  answers: IntakeAnswers,
  facts: FoundFacts,
): Promise<IntakeEstimateView> {
  const open = openQuestions(answers).find(({ ruleId }) => NEEDED.includes(ruleId));
  if (open) return nothing(`The estimate follows once this is answered: ${open.question}`);
  const built = await manifestOf(actor, answers, facts);
  if (typeof built === 'string') return nothing(built);
  const basis = await estimateBasis(actor.workspaceId, built);
  const isPriced = askedRoles(built.task).every(
    (role) => built.models[role].usdPerMillionIn !== null && built.models[role].usdPerMillionOut !== null,
  );
  const asked = { base: built, basis, isPriced };
  const { gpuSeconds } = answers;
  const budget = { ...built.budget, gpuSeconds: typeof gpuSeconds === 'number' ? gpuSeconds : null };
  return {
    openBecause: null,
    amounts: intakeAmounts(asked),
    basis: basisSentence(basis, built.lanes),
    floor: budgetFloor(asked, budget),
    diagnosis: diagnosisForecast(built),
  };
}

const nothing = (openBecause: string): IntakeEstimateView => ({
  openBecause,
  amounts: null,
  basis: '',
  floor: [],
  diagnosis: null,
});

/** The manifest of its parallel run, or the sentence of the rule that would refuse such a run. */
async function manifestOf(
  actor: Actor,
  answers: IntakeAnswers,
  facts: FoundFacts,
): Promise<RunManifest | string> {
  const [task, split] = await Promise.all([
    findTask(actor.workspaceId, answers.taskId ?? ''),
    findSplit(actor.workspaceId, answers.splitId ?? ''),
  ]);
  if (task === null || split === null || facts.split === null)
    return 'The estimate follows once the task and the split are there.';
  try {
    const {
      name: _name,
      description: _words,
      taskId: _task,
      splitId: _split,
      ...config
    } = experimentOfIntake({
      name: 'Estimate',
      answers,
      trainExamples: facts.split.counts.train,
    });
    return buildRunManifest({
      kind: 'combee',
      seed: 0,
      codeVersion: CODE_VERSION,
      // The start checks caps on GPU time against the provider's profile; an estimate needs no cap.
      config: { ...config, budget: { ...config.budget, gpuSeconds: null } },
      task: toTask(task),
      split: { registrationId: split.id, hash: split.hash, counts: facts.split.counts },
      method: methodNamed(config.method.name),
      bindings: await resolveModels(actor.workspaceId, config),
    });
  } catch (error) {
    // A refusal is what the person has to read; anything else is a fault of ours.
    if (AppError.is(error)) return error.userMessage;
    throw error;
  }
}

/** @throws AppError BUDGET_BELOW_FLOOR, with every cap that lies below. */
export function assertAboveFloor({ floor }: IntakeEstimateView): void {
  const below = floor.filter(({ isRefused }) => isRefused);
  if (below.length === 0) return;
  throw refusal(BUDGET_FLOOR, {
    found: below.map(({ sentence }) => sentence).join(' '),
    fields: below.map(({ name, sentence }) => ({ path: `answers.${FIELDS[name]}`, message: sentence })),
  });
}

const FIELDS = {
  rollouts: 'rollouts',
  tokens: 'tokens',
  gpuSeconds: 'gpuSeconds',
  minutes: 'deadlineMinutes',
} as const;
