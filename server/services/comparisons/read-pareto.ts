import type { ParetoDelay, ParetoView, ReadParetoInput } from '@/lib/contracts/pareto';
import type { Actor } from '@/lib/domain/actor';
import type { ScoringSpec } from '@/lib/domain/scoring';
import { armName } from '@/lib/report/arm-name';
import { type ParetoRun, paretoOf } from '@/lib/report/pareto';
import { settingsOf } from '@/lib/report/pareto-setting';
import { practiceReading } from '@/lib/report/practice-reading';
import { findChosenScores } from '@/server/repositories/chosen-scores';
import {
  findConfirmedScores,
  findGainTimes,
  findParetoChoices,
  findParetoRows,
  type ParetoRow,
} from '@/server/repositories/pareto';
import { readScoreDoubts } from '@/server/services/runs/score-doubts';
import { publishedFor } from '@/server/services/sweeps/figure';

/**
 * The newest ended runs that fit, told apart by what they share, and the front of the setting that is looked at. Runs
 * of other settings are counted and not drawn: another split or other hardware would make the front a rumour.
 */
const RUNS_MAX = 1000;
const CHOICES_MAX = 200;
/** Share of the best prompt's gain over the original prompt. */
const SHARE_OF_GAIN = 0.95;

export async function readPareto(actor: Actor<'read'>, input: ReadParetoInput): Promise<ParetoView> {
  const [rows, choices] = await Promise.all([
    findParetoRows(actor.workspaceId, { ...NO_FILTER, ...input }, RUNS_MAX + 1),
    findParetoChoices(actor.workspaceId, CHOICES_MAX),
  ]);
  const read = rows.slice(0, RUNS_MAX);
  const { settings, keys } = settingsOf(read);
  const chosen = settings.find(({ key }) => key === input.setting) ?? settings[0];
  const within = read.filter((_, index) => keys[index] === chosen?.key);
  const [delays, scored, confirmed, doubts] = await Promise.all([
    delaysOf(within, input.delay),
    findChosenScores(within),
    findConfirmedScores(actor.workspaceId, [...new Set(within.map(({ registrationId }) => registrationId))]),
    readScoreDoubts(
      actor.workspaceId,
      within.map(({ id }) => id),
    ),
  ]);
  const runs = within.map((row) => ({
    ...paretoRun(row),
    scored: scored.get(row.id) ?? null,
    delayMs: delays.get(row.id) ?? null,
    confirmation: confirmed.get(row.id) ?? null,
    doubt: doubts.get(row.id) ?? null,
  }));
  const { points, reference } = paretoOf(runs, input.grouping);
  const scoring = within[0]?.scoring.kind as ScoringSpec['kind'] | undefined;
  return {
    settings: [...settings],
    setting: chosen?.key ?? null,
    points: points.map((point) => ({ ...point, runIds: [...point.runIds] })),
    reference,
    published: scoring ? publishedFor(scoring).published.filter(({ sameDataset }) => sameDataset) : [],
    pricedAt: [...new Set(within.flatMap(({ pricedAt }) => pricedAt?.slice(0, 10) ?? []))].sort(),
    counts: { drawn: within.length, elsewhere: read.length - within.length, older: rows.length > RUNS_MAX },
    choices: choicesOf(choices),
  };
}

const NO_FILTER = { experimentId: undefined, taskId: undefined, method: undefined, tag: undefined };

function paretoRun(row: ParetoRow): Omit<ParetoRun, 'delayMs' | 'scored' | 'confirmation'> {
  const { batch, aggregation } = row;
  const batchSize = batch.kind === 'static' ? batch.size : row.lastBatchSize;
  return {
    id: row.id,
    label: row.label,
    method: row.method,
    arm: armName({ batch, aggregation }),
    batchSize,
    isSerial: row.kind === 'serialBaseline' || (batch.kind === 'static' && batch.size === 1),
    quality: row.best,
    levelTwo: practiceReading({ aggregation, models: { proposer: row.proposer } }),
    // Where no model has a price the sum is nothing, which is not the same as free.
    costUsd: row.costUsd > 0 ? row.costUsd : null,
  };
}

/** Milliseconds by run; what took none, or never gained anything, has no delay. */
async function delaysOf(
  rows: readonly ParetoRow[],
  delay: ParetoDelay,
): Promise<ReadonlyMap<string, number>> {
  if (delay !== 'gain') {
    const timeOf = (row: ParetoRow) => row.learningMs + (delay === 'total' ? row.evaluationMs : 0);
    return new Map(rows.map((row) => [row.id, timeOf(row)]));
  }
  const gained = rows.flatMap(({ id, seedMean, best }) =>
    seedMean === null || best.mean <= seedMean
      ? []
      : [{ id, threshold: seedMean + SHARE_OF_GAIN * (best.mean - seedMean) }],
  );
  const reached = await findGainTimes(gained);
  return new Map(
    rows.flatMap(({ id, startedAt }) => {
      const at = reached.get(id);
      return at === undefined || startedAt === null ? [] : [[id, at.getTime() - startedAt.getTime()]];
    }),
  );
}

function choicesOf(rows: Awaited<ReturnType<typeof findParetoChoices>>): ParetoView['choices'] {
  const tasks = new Map(rows.map(({ taskId, task }) => [taskId, task]));
  return {
    experiments: rows.map(({ experimentId, experiment }) => ({ id: experimentId, name: experiment })),
    tasks: [...tasks].map(([id, name]) => ({ id, name })),
    methods: [...new Set(rows.map(({ method }) => method))].sort(),
    tags: [...new Set(rows.flatMap(({ tags }) => tags))].sort(),
  };
}
