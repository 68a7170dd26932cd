import type { ArmComparison, CompareArmsInput } from '@/lib/contracts/comparisons';
import type { Actor } from '@/lib/domain/actor';
import type { LevelTwoReading } from '@/lib/domain/level-two-readings';
import { READING_WORDS } from '@/lib/domain/practice-settings';
import { AppError } from '@/lib/errors/app-error';
import { armName } from '@/lib/report/arm-name';
import { type Arm, type ArmRun, armTable } from '@/lib/report/arm-table';
import { agentName, whyNoTimes } from '@/lib/report/comparability';
import { totalsOf } from '@/lib/report/cost-rows';
import { practiceReading } from '@/lib/report/practice-reading';
import { PUBLISHED_POINTS, publishedModel } from '@/lib/report/published';
import { type ComparedRun, findComparedRuns } from '@/server/repositories/comparisons';
import { readCostStretches } from '@/server/repositories/costs';
import { readMeasuredEnds } from '@/server/repositories/record-facts';
import { pointView } from '@/server/services/runs/point-view';
import { readScoreDoubts } from '../runs/score-doubts';

/**
 * Runs into arms into a table. Runs that share method settings and batch plan are seeds of one arm; the arm with
 * batch size 1 is the reference. Where it is missing, or split, agent or hardware differ, shares and ratios would be rhetoric:
 * the rows stand without them, with a sentence.
 */
export async function compareArms(actor: Actor<'read'>, input: CompareArmsInput): Promise<ArmComparison> {
  const runs = await findComparedRuns(actor.workspaceId, input.runs);
  const missing = input.runs.filter((id) => !runs.some((run) => run.id === id));
  if (missing.length > 0) throw new AppError('NOT_FOUND', `These runs do not exist: ${missing.join(', ')}.`);
  const unfinished = runs.filter((run) => run.status !== 'finished' && run.status !== 'stopped');
  if (unfinished.length > 0) {
    throw new AppError(
      'STATE_CONFLICT',
      `Wait for these runs to end: ${unfinished.map((run) => run.label).join(', ')}.`,
    );
  }
  const byArm = new Map<string, Grouped>();
  const read = await Promise.all(runs.map(readArmRun));
  const nameOf = armNames(runs);
  runs.forEach((run, index) => {
    const armRun = read[index];
    if (armRun) addRun(byArm, nameOf(run), run, armRun);
  });
  const groups = [...byArm.values()].sort((a, b) => rank(a.arm) - rank(b.arm));
  const apart = warningFor(runs);
  const doubts = await readScoreDoubts(actor.workspaceId, input.runs);
  const doubtOf = (group: Grouped | undefined) =>
    group?.runIds.flatMap((id) => doubts.get(id) ?? []).at(0) ?? null;
  const rows = armTable(groups.map((group) => group.arm)).map((row, index) => ({
    ...row,
    ...(apart === null && doubtOf(groups[0]) === null && doubtOf(groups[index]) === null
      ? { kept: row.kept, difference: row.difference }
      : { kept: null, difference: null }),
    doubt: doubtOf(groups[index]),
    gains: [...row.gains],
    pointPrice: pointView(row.pointPrice),
    runIds: groups[index]?.runIds ?? [],
    levelTwo: groups[index]?.levelTwo ?? null,
  }));
  return { rows, ...settingOf(runs), warning: apart ?? timeWarningFor(runs) };
}

interface Grouped {
  readonly arm: Arm;
  readonly runIds: string[];
  readonly levelTwo: LevelTwoReading | null;
}

/** Runs of different agents are never seeds of one arm: where agents differ, an arm says which one it has. */
function armNames(runs: readonly ComparedRun[]) {
  const differ = new Set(runs.map(({ manifest }) => manifest.agent?.hash)).size > 1;
  return ({ manifest }: ComparedRun) => {
    const levelTwo = practiceReading(manifest);
    return [
      armName({ batch: manifest.batch, aggregation: manifest.aggregation }),
      ...(levelTwo === null ? [] : [READING_WORDS[levelTwo]]),
      ...(differ ? [agentName(manifest)] : []),
    ].join(', ');
  };
}

function addRun(byArm: Map<string, Grouped>, name: string, run: ComparedRun, armRun: ArmRun): void {
  const levelTwo = practiceReading(run.manifest);
  const known = byArm.get(name);
  byArm.set(name, {
    arm: {
      name,
      batchSize: run.manifest.batch.kind === 'static' ? run.manifest.batch.size : null,
      runs: [...(known?.arm.runs ?? []), armRun],
      practice: (known?.arm.practice ?? false) || run.practice,
    },
    runIds: [...(known?.runIds ?? []), run.id],
    levelTwo,
  });
}

/** Sequential first, since every share is a share of its gain; then naive before Combee, small before large. */
function rank({ name, batchSize }: Arm): number {
  if (batchSize === 1) return 0;
  return (name.startsWith('Naive') ? 1000 : 1_000_000) + (batchSize ?? 100_000);
}

async function readArmRun(run: ComparedRun): Promise<ArmRun> {
  const [ends, rows] = await Promise.all([readMeasuredEnds(run.id), readCostStretches(run.id, [])]);
  if (ends === null)
    throw new AppError('STATE_CONFLICT', `The run "${run.label}" was never measured on held-out.`);
  return {
    ...{ runId: run.id, seed: run.manifest.runSeed },
    ...{ ...ends, bullets: ends.bullets ?? 0 },
    costUsd: totalsOf(rows).costUsd,
  };
}

function warningFor(runs: readonly ComparedRun[]): string | null {
  if (new Set(runs.map(({ manifest }) => manifest.split.hash)).size > 1) {
    return 'These runs were measured on different splits. Choose runs of one split.';
  }
  if (new Set(runs.map(({ manifest }) => manifest.task.id)).size > 1) {
    return 'These runs belong to different tasks. Choose runs of one task.';
  }
  if (new Set(runs.map(({ manifest }) => manifest.agent?.hash)).size > 1) {
    return 'These runs used different agents. Choose runs of one agent to compare their gains.';
  }
  return new Set(runs.map(({ manifest }) => manifest.models.serving.hardware)).size > 1
    ? 'These runs used different hardware. Choose runs of one hardware to compare their gains.'
    : null;
}

/** Gains may be compared, and the times beside them may not. */
function timeWarningFor([first, ...others]: readonly ComparedRun[]): string | null {
  const reasons = others.flatMap(({ manifest }) => (first && whyNoTimes(first.manifest, manifest)) ?? []);
  const [reason] = reasons;
  return reason === undefined ? null : `${reason} Start both at one time-scale.`;
}

function settingOf(runs: readonly ComparedRun[]) {
  const first = runs[0]?.manifest;
  const kind = first?.task.scoring.kind;
  const dataset = kind === 'formula' ? 'Formula' : kind === 'finer' ? 'FiNER' : null;
  const model = publishedModel(first?.models.serving.model ?? '');
  return {
    datasetName: runs[0]?.datasetName ?? '',
    splitHash: first?.split.hash ?? '',
    hardware: first?.models.serving.hardware ?? '',
    agents: agentsOf(runs),
    published: PUBLISHED_POINTS.filter((point) => point.dataset === dataset && point.model === model).map(
      ({ arm, method, batchSize, accuracy, trainSeconds, source }) => ({
        arm,
        method,
        batchSize,
        accuracy,
        trainSeconds,
        source,
      }),
    ),
  };
}

/** Each pinned agent once. */
function agentsOf(runs: readonly ComparedRun[]): ArmComparison['agents'] {
  const byHash = new Map(
    runs.flatMap(({ manifest: { agent } }) => (agent ? [[agent.hash, agent] as const] : [])),
  );
  return [...byHash.values()].map(({ name, version, settings }) => ({ name, version, kind: settings.kind }));
}
