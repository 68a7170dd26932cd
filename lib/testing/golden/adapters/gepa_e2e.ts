import type { Components } from '@/lib/domain/components';
import type { GepaEvent } from '@/lib/methods/gepa/events';
import { frontsOf } from '@/lib/methods/gepa/frontier';
import { bestMember, meansOf, type Pool } from '@/lib/methods/gepa/pool';
import type { GepaRecord } from '@/lib/methods/gepa/render-records';
import { PythonRandom } from '@/lib/random/python-random';
import { gepaLoop } from '@/lib/testing/gepa-loop';
import { listField, textField } from '../case-fields';
import type { Comparison, GoldenAdapter, GoldenCase } from '../golden-adapter';
import { objectField } from '../object-field';
import { type PeerEvent, peerEvent } from '../peer-events';
import { type PeerWorld, peerHost } from '../peer-host';
import { firstCandidate, questions, recordedFeedback, recordedReplies } from '../peer-recording';
import { type PeerConfig, rulesOf } from '../peer-rules';

/**
 * Whole runs of the peer, with the peer's generator: every draw, prompt, score, event and the result. The loop is the
 * one of the product; only its host is another.
 */
export const adapter: GoldenAdapter = {
  groups: { single_component: singleComponent, two_components_merge: twoComponents },
};

async function singleComponent(testCase: GoldenCase): Promise<Comparison[]> {
  const train = questions(testCase, 'trainset');
  // The peer selects on the training examples where it is given no others.
  const splits = { train, selection: testCase.valset === null ? train : questions(testCase, 'valset') };
  const asked = new Set<string>();
  const feedback = recordedFeedback(testCase);
  const answerOf = (candidate: Components, question: string) => {
    const prompt = [...candidate.values()].join('');
    asked.add(JSON.stringify([prompt, question]));
    const [, number, word = ''] = /^question (\d+) about (.*)$/.exec(question) ?? [];
    return prompt.includes(word) ? `I know. ### ${word}-${number}` : `I am not sure about ${question}.`;
  };
  const world = {
    score(candidate: Components, split: 'train' | 'selection', position: number) {
      const { input = '', answer = '' } = splits[split][position] ?? {};
      return answerOf(candidate, input).includes(answer) ? 1 : 0;
    },
    record(candidate: Components, position: number): GepaRecord {
      const question = splits.train[position]?.input ?? '';
      const output = answerOf(candidate, question);
      const said = feedback.get(JSON.stringify([question, output]));
      return { Inputs: question, 'Generated Outputs': output, Feedback: said };
    },
  };
  const seed = firstCandidate(testCase);
  const compared = await replay(testCase, seed, world);
  return [
    ...compared,
    { what: 'distinct_task_calls', actual: asked.size, expected: testCase.distinct_task_calls },
  ];
}

async function twoComponents(testCase: GoldenCase): Promise<Comparison[]> {
  type Pair = { readonly w1: string; readonly w2: string; readonly part: number };
  const splits = {
    train: listField(testCase, 'trainset') as readonly Pair[],
    selection: listField(testCase, 'valset') as readonly Pair[],
  };
  const score = (candidate: Components, split: 'train' | 'selection', position: number) => {
    const { w1 = '', w2 = '', part } = splits[split][position] ?? {};
    const [name, word] = part === 0 ? (['solver', w1] as const) : (['checker', w2] as const);
    return candidate.get(name)?.includes(word) ? 1 : 0;
  };
  return replay(testCase, firstCandidate(testCase), {
    score,
    record(candidate, position, component) {
      const { w1 = '', w2 = '' } = splits.train[position] ?? {};
      const need = component === 'solver' ? w1 : w2;
      return { Need: need, Ok: candidate.get(component)?.includes(need) ? 'True' : 'False' };
    },
  });
}

async function replay(
  testCase: GoldenCase,
  seed: Components,
  rules: Pick<PeerWorld, 'score' | 'record'>,
): Promise<Comparison[]> {
  const config = objectField(testCase, 'config') as unknown as PeerConfig;
  const random = new PythonRandom(config.seed);
  const world: PeerWorld = {
    ...rules,
    trainExamples: listField(testCase, 'trainset').length,
    selectionExamples: listField(testCase, testCase.valset === null ? 'trainset' : 'valset').length,
    selectsOnTrain: config.valset_is_trainset === true,
    minibatch: config.reflection_minibatch_size,
    duplication: config.combee_duplication_factor ?? null,
    replies: recordedReplies(testCase),
  };
  const events = listField(testCase, 'events') as readonly PeerEvent[];
  const told: GepaEvent[] = [];
  const state = await gepaLoop(
    {
      rules: rulesOf({ name: textField(testCase, 'name'), config, events }),
      seed,
      draws: random,
      listen: (event) => told.push(event),
      allowsRepeats: true,
    },
    peerHost(world, random),
  );
  const expected = objectField(testCase, 'result');
  const actual = resultOf(state.pool, state.metricCalls);
  return [
    { what: 'events', actual: told.flatMap((event) => peerEvent(event) ?? []), expected: events },
    ...Object.entries(expected).map(([what, value]) => ({
      what: `result.${what}`,
      actual: actual[what],
      expected: value,
    })),
  ];
}

function resultOf(pool: Pool, metricCalls: number): Readonly<Record<string, unknown>> {
  const shape = (components: Components) => Object.fromEntries(components);
  const best = bestMember(pool);
  // The peer writes a candidate of one component as its text.
  const written = (components: Components) =>
    components.size === 1 ? [...components.values()][0] : shape(components);
  return {
    candidates: pool.members.map(({ components }) => written(components)),
    parents: pool.members.map(({ parents }) => (parents.length === 0 ? [null] : parents)),
    val_aggregate_scores: meansOf(pool),
    best_idx: best.index,
    best_candidate: written(best.components),
    total_metric_calls: metricCalls,
    num_full_val_evals: pool.members.length,
    discovery_eval_counts: pool.members.map(({ discoveredAt }) => discoveredAt),
    front: Object.fromEntries(
      frontsOf(pool.frontier, 'instance').flatMap(({ key, members }) =>
        key.kind === 'instance' ? [[key.example, [...members].sort((a, b) => a - b)]] : [],
      ),
    ),
  };
}
