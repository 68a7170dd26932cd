import type { Fact, LedgerEntry } from '@/lib/domain/ledger-entry';
import { NO_SPEND } from '@/lib/domain/spend';

/** A ledger of one finished iteration, small enough to check by hand: 4 examples, one bad reflection, 2 groups. */
const SEED_HASH = 'a'.repeat(64);
const NEXT_HASH = 'b'.repeat(64);

const NEXT_TEXT = '## OTHERS\n[misc-00001] helpful=0 harmful=0 :: Read the units first.\n';

const measured = (atMs: number) => ({ atMs });

function rollout(ordinal: number, correct: boolean): Fact {
  return {
    type: 'rollout.finished',
    key: `rollout/0/${ordinal}`,
    measured: measured(2000 + ordinal),
    data: {
      iteration: 0,
      ordinal,
      split: 'train',
      exampleId: `ex-${ordinal}`,
      candidateHash: SEED_HASH,
      answer: '1',
      score: correct ? 1 : 0,
      correct,
      cause: null,
      tokensIn: 100,
      tokensOut: 10,
      costUsd: null,
      callKeys: [],
    },
  };
}

function reflection(ordinal: number): Fact {
  const cause = ordinal === 3 ? { code: 'cutOff' as const } : null;
  return {
    type: 'reflection.finished',
    key: `reflection/0/${ordinal}`,
    measured: measured(2100 + ordinal),
    data: {
      iteration: 0,
      ordinal,
      exampleId: `ex-${ordinal}`,
      text: '',
      insights: cause ? [] : [`insight ${ordinal}`],
      cause,
      callKeys: [],
    },
  };
}

function heldOut(iteration: number, mean: number, seen: number, atMs: number): Fact {
  return {
    type: 'heldOut.measured',
    key: `heldOut/${iteration}`,
    measured: measured(atMs),
    data: {
      iteration,
      candidateHash: iteration < 0 ? SEED_HASH : NEXT_HASH,
      split: 'heldOut',
      trainExamplesSeen: seen,
      score: { mean, lower: mean - 0.05, upper: mean + 0.05, n: 100 },
      exampleIds: [],
      scores: [],
      failures: 0,
      best: true,
    },
  };
}

const FACTS: readonly Fact[] = [
  {
    type: 'run.started',
    key: 'run.started',
    measured: measured(0),
    data: {
      kind: 'combee',
      manifestHash: 'm',
      seedCandidateHash: SEED_HASH,
      counts: { train: 8, selection: 0, heldOut: 100, confirmation: 0 },
      plannedIterations: null,
      plannedRollouts: 8,
      plannedEvaluationRollouts: 200,
      practice: true,
    },
  },
  heldOut(-1, 0.6, 0, 1000),
  {
    type: 'iteration.started',
    key: 'iteration.started/0',
    measured: measured(1500),
    data: { iteration: 0, epoch: 0, candidateHash: SEED_HASH, exampleIds: ['ex-0', 'ex-1', 'ex-2', 'ex-3'] },
  },
  rollout(0, true),
  rollout(1, false),
  rollout(2, false),
  rollout(3, true),
  reflection(0),
  reflection(1),
  reflection(2),
  reflection(3),
  {
    type: 'shuffle.finished',
    key: 'shuffle/0',
    measured: measured(2200),
    data: {
      iteration: 0,
      reflections: 3,
      duplication: 2,
      k: 2,
      groups: [
        [0, 2, 1],
        [1, 0, 2],
      ],
      degraded: false,
    },
  },
  ...[0, 1].map(
    (group): Fact => ({
      type: 'group.aggregated',
      key: `group/0/${group}`,
      measured: measured(2300 + group),
      data: {
        iteration: 0,
        group,
        inputs: 3,
        edits: group === 0 ? [{ type: 'add', section: 'OTHERS', content: 'Read the units first.' }] : [],
        text: null,
        cause: group === 0 ? null : { code: 'unparseable', fault: 'noJsonObject' },
        callKeys: [],
      },
    }),
  ),
  {
    type: 'scan.combined',
    key: 'scan/0',
    measured: measured(2400),
    data: {
      iteration: 0,
      mode: 'singleGroup',
      k: 2,
      survivingGroups: 1,
      calls: 2,
      edits: [{ type: 'add', section: 'OTHERS', content: 'Read the units first.' }],
      text: null,
      cause: null,
      callKeys: [],
    },
  },
  {
    type: 'candidate.created',
    key: 'candidate/0',
    measured: measured(2450),
    data: {
      iteration: 0,
      hash: NEXT_HASH,
      parentHash: SEED_HASH,
      text: NEXT_TEXT,
      bullets: 1,
      tokens: 20,
      applied: 1,
      ignored: 0,
    },
  },
  heldOut(0, 0.75, 4, 3000),
  {
    type: 'iteration.closed',
    key: 'iteration.closed/0',
    measured: { atMs: 3100, learningMs: 900, evaluationMs: 500 },
    data: {
      iteration: 0,
      members: [0, 1, 2],
      failures: 1,
      trainExamplesSeen: 4,
      minibatchScore: { mean: 0.5, lower: null, upper: null, n: 4 },
      spend: { ...NO_SPEND, rollouts: 4, spendUsd: 0.02 },
    },
  },
];

export const SMALL_LEDGER: readonly LedgerEntry[] = FACTS.map((fact, index) => ({ ...fact, seq: index + 1 }));
