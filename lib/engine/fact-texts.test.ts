import { describe, expect, it } from 'vitest';
import { type FactData, type FactType, OPERATIONAL_FACTS } from '@/lib/domain/ledger-entry';
import { OPERATOR_KINDS } from '@/lib/domain/operator-kinds';
import type { ModelRequest } from '@/lib/ports/language-model';
import { HASHED_NGRAM_ID } from '@/lib/stats/hashed-ngram-embedder';
import { buildManifest } from '@/lib/testing/builders/manifest-builder';
import { gradeOf, JUDGING, judgedManifest, toyJudges } from '@/lib/testing/toy-judge';
import { toyRun } from '@/lib/testing/toy-run';
import { runLoop } from './run-loop';

/**
 * Every text in the data of hashed facts, with the reason why it may be there: a hash must not depend on words for people,
 * which are made of codes in `lib/words`. A new text does not compile until it has its reason here.
 */
type Why =
  | 'hash'
  | 'id'
  /** Names of a model, a program, an address, a component, a person. */
  | 'name'
  /** Key of the journal. */
  | 'key'
  /** Written by a model, or the prompt under training. */
  | 'modelText'
  /** Typed by a person. */
  | 'personText';

/** Paths of members that are any text; closed unions are codes and need no reason. */
type TextPaths<T> = T extends string
  ? string extends T
    ? ''
    : never
  : T extends readonly (infer E)[]
    ? `[]${TextPaths<E>}`
    : T extends object
      ? { [K in keyof T & string]-?: `.${K}${TextPaths<NonNullable<T[K]>>}` }[keyof T & string]
      : never;

type Unhashed =
  | 'run.paused'
  | 'run.resumed'
  | 'run.takenOver'
  | 'run.failed'
  | 'run.finished'
  | 'requests.dispatched'
  | 'lanes.changed'
  | 'insights.followed';
type Hashed = Exclude<FactType, Unhashed>;
type Texts = { [T in Hashed]: `${T}${TextPaths<FactData[T]>}` }[Hashed];

const TEXTS: Readonly<Record<Texts, Why>> = {
  'batch.planned.basis.statedReason': 'personText',
  'candidate.created.byHand': 'name',
  'candidate.created.hash': 'hash',
  'candidate.created.parentHash': 'hash',
  'candidate.created.text': 'modelText',
  'candidate.proposed.components[]': 'name',
  'candidate.proposed.hash': 'hash',
  'candidate.proposed.parentHashes[]': 'hash',
  'candidate.proposed.reason.tip': 'name',
  'candidate.proposed.text': 'modelText',
  'candidate.selected.candidateHash': 'hash',
  'candidate.selected.exampleIds[]': 'id',
  'diagnosis.measured.candidateHash': 'hash',
  'diagnosis.measured.exampleIds[]': 'id',
  'evaluator.calibrated.against': 'name',
  'evaluator.calibrated.judge': 'name',
  'evaluator.calibrated.scorer.name': 'name',
  'evaluator.reverted.from': 'name',
  'evaluator.reverted.to': 'name',
  'frontier.updated.bestHash': 'hash',
  'frontier.updated.pool[].hash': 'hash',
  'frontier.updated.pool[].parentHashes[]': 'hash',
  'group.aggregated.callKeys[]': 'key',
  'group.aggregated.edits[].bulletId': 'id',
  'group.aggregated.edits[].bulletIds[]': 'id',
  'group.aggregated.edits[].content': 'modelText',
  'group.aggregated.edits[].from[]': 'id',
  'group.aggregated.edits[].section': 'modelText',
  'group.aggregated.text': 'modelText',
  'heldOut.measured.candidateHash': 'hash',
  'heldOut.measured.exampleIds[]': 'id',
  'insights.steered.candidateHash': 'hash',
  'insights.steered.commands[].bulletId': 'id',
  'insights.steered.commands[].by': 'name',
  'insights.steered.commands[].content': 'personText',
  'insights.steered.commands[].id': 'id',
  'insights.steered.commands[].section': 'modelText',
  'iteration.closed.carriedBase': 'hash',
  'iteration.preempted.by': 'name',
  'iteration.preempted.candidateHash': 'hash',
  'iteration.started.candidateHash': 'hash',
  'iteration.started.exampleIds[]': 'id',
  'pool.reseeded.fromHash': 'hash',
  'pool.settled.droppedHash': 'hash',
  'pool.settled.keptHash': 'hash',
  'reflection.dropped.candidateHash': 'hash',
  'reflection.dropped.exampleId': 'id',
  'reflection.finished.callKeys[]': 'key',
  'reflection.finished.exampleId': 'id',
  'reflection.finished.insights[]': 'modelText',
  'reflection.finished.text': 'modelText',
  'rollout.finished.answer': 'modelText',
  'rollout.finished.callKeys[]': 'key',
  'rollout.finished.candidateHash': 'hash',
  'rollout.finished.exampleId': 'id',
  'run.started.manifestHash': 'hash',
  'run.started.seedCandidateHash': 'hash',
  'scan.combined.callKeys[]': 'key',
  'scan.combined.edits[].bulletId': 'id',
  'scan.combined.edits[].bulletIds[]': 'id',
  'scan.combined.edits[].content': 'modelText',
  'scan.combined.edits[].from[]': 'id',
  'scan.combined.edits[].section': 'modelText',
  'scan.combined.text': 'modelText',
  'selection.measured.candidateHash': 'hash',
  'trial.finished.candidateHash': 'hash',
};

const UNHASHED: Readonly<Record<Unhashed, true>> = {
  ...{ 'run.paused': true, 'run.resumed': true, 'run.takenOver': true, 'run.failed': true },
  ...{ 'run.finished': true, 'requests.dispatched': true, 'lanes.changed': true, 'insights.followed': true },
};

async function runs() {
  const split = {
    registrationId: 's',
    hash: 'h',
    counts: { train: 64, selection: 8, heldOut: 8, confirmation: 0 },
  };
  const batch = { kind: 'static', size: 8, reason: 'A size of my own.' } as const;
  const diversity = {
    operators: OPERATOR_KINDS.slice(3).map((kind) => ({ kind, weight: 1 / 3 })),
    ...{ adaptAfterIteration: null, temperature: [], similarityMax: 0.92, reseedAfterCollapsed: 1 },
    embedderId: HASHED_NGRAM_ID,
  };
  const judging = { ...JUDGING, judge: 'proposer', forcedReason: 'There is no other model.' } as const;
  const lenient = toyJudges({ evaluator: gradeOf, proposer: () => 1 });
  const silent = (request: ModelRequest) => (request.purpose === 'combine' ? '' : undefined);
  const all = [
    toyRun({ manifest: buildManifest({ split, batch, diversity }) }),
    toyRun({ manifest: buildManifest({ split, batch, judging: JUDGING }), reply: silent }),
    toyRun({ manifest: judgedManifest({ judging }), reply: lenient }),
  ];
  const pieces = ({ text }: { text: string }) => text.split(' ').slice(1);
  for (const { input } of all) await runLoop({ ...input, method: { ...input.method, pieces } });
  return all;
}

/** Texts in a fact that is no code, with the path that `TEXTS` would have. */
function textsIn(value: unknown, path: string): readonly string[] {
  if (typeof value === 'string') return /^[\w-]*$/.test(value) ? [] : [path];
  if (Array.isArray(value)) return value.flatMap((one) => textsIn(one, `${path}[]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => textsIn(one, `${path}.${name}`));
}

describe('the facts that a hash covers', () => {
  it('are all but those listed here', () => {
    expect(Object.keys(UNHASHED).sort()).toEqual([...OPERATIONAL_FACTS, 'run.finished'].sort());
  });

  it('hold no text without a reason in the runs that judge, fail, collapse and begin anew', async () => {
    for (const run of await runs()) {
      const hashed = run.ledger.entries.filter(({ type }) => type in UNHASHED === false);
      const texts = new Set(hashed.flatMap(({ type, data }) => textsIn(data, type)));
      expect([...texts].filter((path) => !(path in TEXTS))).toEqual([]);
    }
  });
});
