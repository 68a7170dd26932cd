import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Candidate } from '@/lib/domain/candidate';
import { componentsOf, textOfComponents } from '@/lib/domain/components';
import type { Example } from '@/lib/domain/example';
import type { Answer } from '@/lib/methods/method';
import type { ReduceCall, SearchTools } from '@/lib/methods/search';
import { seededRng } from '@/lib/random/seeded-rng';
import { buildManifest } from '@/lib/testing/builders/manifest-builder';
import { gepaTestSettings } from '@/lib/testing/builders/method-settings-builder';
import type { GoldenCase, GoldenFile } from '@/lib/testing/golden/golden-adapter';
import { peerEvent } from '@/lib/testing/golden/peer-events';
import { peerInstructionOf } from '@/lib/testing/golden/peer-instruction';
import { firstCandidate, recordedReplies } from '@/lib/testing/golden/peer-recording';
import { renderRecords } from '@/lib/testing/golden/peer-records';
import { askNobody, reflectionOf, textUpdate } from '@/lib/testing/recording-method';
import type { GepaEvent } from './events';
import { openListenedSearch } from './search';
import { candidateOf } from './search-host';

interface Pair {
  readonly w1: string;
  readonly w2: string;
  readonly part: number;
}

const FILE = path.resolve(import.meta.dirname, '../../testing/golden/fixtures/gepa_e2e.json');
const { groups }: GoldenFile = JSON.parse(readFileSync(FILE, 'utf8'));
const recorded = groups.two_components_merge?.[0] as GoldenCase & Record<'trainset' | 'valset', Pair[]>;
const config = recorded.config as Record<string, number>;

const exampleOf = (pair: Pair, position: number): Example => ({
  id: `${position}`,
  question: JSON.stringify(pair),
  context: '',
  expected: '',
  groupKey: null,
  contentHash: `${position}`,
});
const train = recorded.trainset.map(exampleOf);
const selection = recorded.valset.map(exampleOf);
const ANSWER: Answer = { text: '', cause: null, citedBulletIds: [], trace: '', asked: [] };

function scoreOf(candidate: Candidate, { question }: Example): number {
  const { w1, w2, part }: Pair = JSON.parse(question);
  const [name, word] = part === 0 ? (['solver', w1] as const) : (['checker', w2] as const);
  return componentsOf(candidate.text).get(name)?.includes(word) ? 1 : 0;
}

/** The tools of a run whose models are those of the recording. */
function toolsFor(iteration: number, emitted: string[]): SearchTools {
  const replies = recordedReplies(recorded);
  const reduce = async ({ base, reflections, component = '' }: ReduceCall) => {
    const current = componentsOf(base.text).get(component) ?? '';
    const records = reflections.map(({ exampleId }) => {
      const { w1, w2 } = recorded.trainset[Number(exampleId)] as Pair;
      const need = component === 'solver' ? w1 : w2;
      return { Need: need, Ok: current.includes(need) ? 'True' : 'False' };
    });
    const reply = replies.get(`<<MAP>><<CUR>>${current}<<END>><<INFO>>${renderRecords(records)}`);
    if (reply === undefined) throw new Error('The recording holds no such prompt: the run went another way.');
    return { update: textUpdate(peerInstructionOf(reply)), calls: 1 };
  };
  return {
    manifest,
    iteration,
    size: iteration === -1 ? 0 : 3,
    take: () => [],
    train,
    selection,
    rng: seededRng('unused'),
    ask: askNobody,
    map: async ({ candidate, examples }) =>
      examples.map((example, index) => {
        const value = scoreOf(candidate, example);
        const score = { value, correct: value === 1, rightParts: value, totalParts: 1 };
        const reflection = { ...reflectionOf(index), exampleId: example.id };
        return { answer: ANSWER, score, reflection, reflectionAsked: [] };
      }),
    rollouts: async ({ candidate, examples, on }) =>
      examples.map((example) => ({
        on,
        exampleId: example.id,
        answer: ANSWER,
        cause: null,
        score: scoreOf(candidate, example),
        objectives: {},
      })),
    reduce,
    emit: (type, key) => emitted.push(`${type} ${key}`),
  };
}

const manifest = buildManifest({
  runSeed: config.seed ?? 0,
  batch: { kind: 'static', size: config.reflection_minibatch_size ?? 3, reason: 'As recorded.' },
  method: gepaTestSettings({
    compatibleSeeds: true,
    merge: { maxInvocations: config.max_merge_invocations ?? 5 },
    stop: { ...gepaTestSettings().stop, metricCalls: config.max_metric_calls ?? 0 },
  }),
});

describe('the search over the tools of a run', () => {
  it('repeats a recorded run of the published code event by event where its seeds are compatible', async () => {
    const told: GepaEvent[] = [];
    const emitted: string[] = [];
    const seed = candidateOf(firstCandidate(recorded));
    expect(seed.text).toBe(textOfComponents(firstCandidate(recorded)));
    const search = openListenedSearch({ manifest, seed, listen: (event) => told.push(event) });
    await search.begin?.(toolsFor(-1, emitted));
    let turn = await search.turn(toolsFor(0, emitted));
    for (let iteration = 1; turn.done === undefined; iteration += 1) {
      turn = await search.turn(toolsFor(iteration, emitted));
    }
    expect(told.flatMap((event) => peerEvent(event) ?? [])).toEqual(recorded.events);
    const result = recorded.result as { candidates: Record<string, string>[]; best_idx: number };
    const best = result.candidates[result.best_idx] ?? {};
    expect(Object.fromEntries(componentsOf(turn.candidate.text))).toEqual(best);
    expect(turn.done).toEqual({ why: 'limits', limits: [{ name: 'metricCalls', limit: 260 }] });
    expect(new Set(emitted).size).toBe(emitted.length);
    expect(told.some(({ kind }) => kind === 'merge.accepted')).toBe(true);
  });
});
