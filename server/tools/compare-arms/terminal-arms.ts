import { LEVEL_TWO_READINGS } from '@/lib/domain/level-two-readings';
import { type ApiClient, type RunAnswer, untilEnded } from '@/server/commands/support/api-client';
import { practiceModels } from '@/server/commands/support/practice-models';

/**
 * The arms on the 40 practice tasks in sandboxes: batch size 1, naive and Combee at one size, Combee under each reading of
 * level 2. Twenty tasks train and twenty measure, so that an interval is wide: no verdict is a likely end.
 */
const PARTS = { train: 20, selection: 0, heldOut: 20, confirmation: 0 };
const RUN_LIMIT_MS = 30 * 60_000;
const REASON = 'Comparison point: every arm at the same size.';
/** Sandboxes keep the cores busy, so more at once would only wait. */
const SANDBOXES_AT_ONCE = 4;

export interface TerminalArms {
  readonly size: number;
  readonly seeds: readonly number[];
}

export async function runTerminalArms(api: ApiClient, { size, seeds }: TerminalArms): Promise<RunAnswer[]> {
  const experimentUnder = await prepare(api);
  const ended: RunAnswer[] = [];
  const usual = await experimentUnder('updates');
  const others = await Promise.all(
    LEVEL_TWO_READINGS.filter((reading) => reading !== 'updates').map(experimentUnder),
  );
  const fixed = (fixedSize: number) => ({ kind: 'static', size: fixedSize, reason: REASON });
  for (const seed of seeds) {
    const point = async (experimentId: string, body: object) => {
      const run = await api.post<RunAnswer>('/api/v1/runs', {
        ...{ experimentId, seed, kind: 'comparisonPoint' },
        ...body,
      });
      ended.push(await untilEnded(api, run.id, RUN_LIMIT_MS));
    };
    await point(usual, { aggregation: { kind: 'naive' }, batch: fixed(1) });
    await point(usual, { aggregation: { kind: 'naive' }, batch: fixed(size) });
    for (const experimentId of [usual, ...others])
      await point(experimentId, { aggregation: { kind: 'combee' }, batch: fixed(size) });
    console.log(`seed ${seed}: done`);
  }
  return ended;
}

/** The id of an experiment whose level 2 counts as given. */
async function prepare(api: ApiClient): Promise<(reading: string) => Promise<string>> {
  const stamp = new Date().toISOString().slice(0, 19);
  const dataset = await api.post<{ id: string }>('/api/v1/datasets/practice-tasks', {
    name: `Practice tasks ${stamp}`,
  });
  const split = await api.post<{ id: string; counts: Record<string, number> }>(
    `/api/v1/datasets/${dataset.id}/splits`,
    { name: 'Comparison', rule: { kind: 'counts', counts: PARTS } },
  );
  console.log(`split ${JSON.stringify(split.counts)}`);
  const task = await api.post<{ id: string }>('/api/v1/tasks', {
    name: `Terminal ${stamp}`,
    scoring: { kind: 'environment' },
  });
  const agent = await api.post<{ id: string }>('/api/v1/agents', {
    name: `Terminal ${stamp}`,
    settings: {
      ...{ kind: 'terminal', reset: 'eachRollout', tools: 'sandboxed', rolloutsMax: SANDBOXES_AT_ONCE },
      limits: { modelCalls: 20, seconds: 900 },
    },
  });
  return async (reading) => {
    const models = await practiceModels(api, {
      ...{ name: `Practice, ${reading} ${stamp}`, timeScale: 'off' },
      headers: { 'x-practice-level-two-counts': reading },
    });
    const experiment = await api.post<{ id: string }>('/api/v1/experiments', {
      ...{ name: `Terminal, ${reading} ${stamp}`, taskId: task.id, splitId: split.id, agentId: agent.id },
      ...{ models, lanes: SANDBOXES_AT_ONCE, method: { name: 'ace', maxRounds: 1 } },
      evaluation: { everyExamples: PARTS.train },
    });
    return experiment.id;
  };
}
