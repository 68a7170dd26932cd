import { augmentedShuffle } from '@/lib/combee/augmented-shuffle';
import type { Components } from '@/lib/domain/components';
import type { LoopHost, MinibatchTask, ProposalJob, Proposed } from '@/lib/methods/gepa/loop-host';
import { minibatchSampler } from '@/lib/methods/gepa/minibatch-sampler';
import type { GepaRecord } from '@/lib/methods/gepa/render-records';
import type { PythonRandom } from '@/lib/random/python-random';
import { seededRng } from '@/lib/random/seeded-rng';
import { peerInstructionOf } from '@/lib/testing/golden/peer-instruction';
import { renderRecords } from './peer-records';

/**
 * The world of a recorded run of the peer, as a host of our loop: a rule scores, and the proposer's replies are looked
 * up by the prompt that they answered. A prompt that the recording does not hold means that the run went another way.
 */
export interface PeerWorld {
  readonly trainExamples: number;
  readonly selectionExamples: number;
  readonly selectsOnTrain: boolean;
  readonly minibatch: number;
  /** Copies of each record; null = the peer's plain single call. */
  readonly duplication: number | null;
  /** Prompt to reply. */
  readonly replies: ReadonlyMap<string, string>;
  score(candidate: Components, split: 'train' | 'selection', position: number): number;
  /** Record from which one component learns, for one training example. */
  record(candidate: Components, position: number, component: string): GepaRecord;
}

export function peerHost(world: PeerWorld, random: PythonRandom): LoopHost<readonly number[]> {
  const sampler = minibatchSampler(world.minibatch, random);
  const onMinibatch = ({ components, minibatch }: MinibatchTask) => ({
    scores: minibatch.map((position) => world.score(components, 'train', position)),
    objectives: [],
    isComplete: true,
  });
  return {
    trainExamples: world.trainExamples,
    selectionExamples: world.selectionExamples,
    selectsOnTrain: world.selectsOnTrain,
    nextMinibatch: (iteration) => sampler.next(iteration, world.trainExamples),
    mapParents: async (tasks) => tasks.map((task) => ({ ...onMinibatch(task), evidence: task.minibatch })),
    propose: async (jobs) => jobs.map((job) => proposed(world, random, job)),
    tryChildren: async (tasks) => tasks.map(onMinibatch),
    measure: async (tasks) =>
      tasks.map(({ components, examples }) => ({
        scores: examples.map((position) => world.score(components, 'selection', position)),
        objectives: [],
        isComplete: true,
      })),
  };
}

function proposed(world: PeerWorld, random: PythonRandom, job: ProposalJob<readonly number[]>): Proposed {
  const texts = job.names.map((name) => {
    const current = job.components.get(name) ?? '';
    const records = job.evidence.map((position) => world.record(job.components, position, name));
    return [name, newText(world, random, { current, records })] as const;
  });
  return { texts: new Map(texts), fault: null };
}

interface Rewrite {
  readonly current: string;
  readonly records: readonly GepaRecord[];
}

function newText(world: PeerWorld, random: PythonRandom, { current, records }: Rewrite): string {
  const ask = (template: 'MAP' | 'AGG', shown: readonly GepaRecord[]) => {
    const prompt = `<<${template}>><<CUR>>${current}<<END>><<INFO>>${renderRecords(shown)}`;
    const reply = world.replies.get(prompt);
    if (reply === undefined) throw new Error(`the recording holds no reply to: ${prompt}`);
    return peerInstructionOf(reply);
  };
  if (world.duplication === null) return ask('MAP', records);
  const { groups } = augmentedShuffle({
    ordinals: [...records.keys()],
    duplication: world.duplication,
    groups: null,
    rng: seededRng('unused'),
    shuffle: (copies) => random.shuffled(copies),
  });
  const rewrites = groups.map((group) =>
    ask(
      'MAP',
      group.map((ordinal) => records[ordinal] ?? {}),
    ),
  );
  const [only, ...others] = rewrites;
  if (only !== undefined && others.length === 0) return only;
  return ask(
    'AGG',
    rewrites.map((text) => ({ 'Proposed Instruction Update': text })),
  );
}
