import type { Shown } from '@/e2e/support/pages';
import type { CandidateView } from '@/lib/contracts/run-reading';
import type { RunView } from '@/lib/contracts/run-shapes';
import type { Ask } from './ask';
import type { ShownIds } from './asked-answers';

/** Finds by the API what there is to be shown; what there is none of is left out. */
interface List<Item> {
  readonly items: readonly Item[];
}
interface Named {
  readonly id: string;
}

/** The longest run, ten ended ones of the experiment that has the most, and one of everything else. */
export async function findShown(ask: Ask): Promise<Shown> {
  const read = reader(ask);
  const experiments = await all(read, '/api/v1/experiments?limit=200');
  const runs = await Promise.all(
    experiments.map(({ id }) => all<RunView>(read, `/api/v1/runs?limit=200&experimentId=${id}`)),
  );
  const [long] = runs.flat().sort((one, other) => other.lastSeq - one.lastSeq);
  const [most] = [...runs].sort((one, other) => other.length - one.length);
  const others = (most ?? []).filter(({ id, status }) => status === 'finished' && id !== long?.id);
  if (long === undefined) throw new Error('There is no run to be shown: seed the scenario `huge` first.');
  const one = async (path: string, name: string) => {
    const [first] = await all(read, path);
    return first === undefined ? {} : { [name]: first.id };
  };
  const [dataset] = await all(read, '/api/v1/datasets');
  return {
    experimentId: others[0]?.experimentId ?? long.experimentId,
    datasetId: dataset?.id ?? '',
    runIds: [long.id, ...others.slice(0, 10).map(({ id }) => id)],
    ...(await one('/api/v1/run-groups', 'groupId')),
    ...(await one('/api/v1/sweeps', 'sweepId')),
    ...(await one('/api/v1/reports', 'reportId')),
    ...(await one('/api/v1/diagnoses', 'diagnosisId')),
    ...(await one('/api/v1/intakes', 'intakeId')),
    ...(await one('/api/v1/slots', 'slotId')),
    ...(await one('/api/v1/canaries', 'canaryId')),
  };
}

/** The ids that paths name, with an iteration, a rollout and a prompt out of the middle of the long run. */
export async function idsOf(ask: Ask, shown: Shown): Promise<ShownIds> {
  const read = reader(ask);
  const { runIds, ...ids } = shown;
  const run = `/api/v1/runs/${runIds[0]}`;
  const experiments = await all(read, '/api/v1/experiments');
  const first = async (path: string) => (await all(read, path))[0]?.id;
  const created = (
    await all<{ data: CandidateView }>(read, `${run}/entries?type=candidate.created&limit=500`)
  ).at(-1)?.data;
  const rollouts = await all<{ seq: number }>(read, `${run}/rollouts`);
  return withoutMissing({
    ...ids,
    runId: runIds[0],
    otherExperimentId: experiments.find(({ id }) => id !== ids.experimentId)?.id,
    hash: created?.hash,
    iteration: String(Math.max(0, created?.iteration ?? 0)),
    seq: rollouts[0] && String(rollouts[0].seq),
    splitId: await first(`/api/v1/datasets/${ids.datasetId}/splits`),
    taskId: await first('/api/v1/tasks'),
    providerId: await first('/api/v1/providers'),
    importedRunId: await first('/api/v1/imported-runs'),
    webhookId: await first('/api/v1/webhooks'),
    promptId: ids.slotId && (await first(`/api/v1/slots/${ids.slotId}/prompts`)),
  });
}

function withoutMissing(ids: Readonly<Record<string, string | undefined>>): ShownIds {
  return Object.fromEntries(
    Object.entries(ids).flatMap(([name, id]) => (id === undefined || id === '' ? [] : [[name, id]])),
  );
}

type Read = <Answer>(path: string) => Promise<Answer>;

function reader(ask: Ask): Read {
  return async <Answer>(path: string) => {
    const response = await ask(path);
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as Answer;
  };
}

const all = async <Item = Named>(read: Read, path: string) => (await read<List<Item>>(path)).items;
