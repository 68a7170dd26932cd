import { endedStatus } from '@/lib/domain/run';
import type { RunEnd } from '@/lib/domain/run-end';
import type { Measurement } from '@/lib/domain/score';
import type { Rng } from '@/lib/random/seeded-rng';
import { measure } from '@/lib/stats/mean-interval';
import { aggregate } from './made-up-aggregation';
import type { MadeUpPlan } from './made-up-plan';
import { MadeUpRecord, type Written } from './made-up-record';
import {
  answerOf,
  lessonOf,
  type MadeUpBook,
  type MadeUpExample,
  openBook,
  reflectionOf,
  withLessons,
} from './made-up-texts';

const SPREAD = 0.12;
const FAILED = 'The provider refused the key of this run.';

/**
 * A complete run that was never executed: every fact and call that a run of static batches leaves, in order,
 * with a curve that was drawn rather than measured. For pages at a size that would take days to run. One
 * portion per iteration, and one each for the start and the end.
 */
export function* madeUpRun(plan: MadeUpPlan): Generator<Written> {
  const run = new MadeUpRun(plan);
  run.open();
  yield run.record.take();
  for (let iteration = 0; iteration < plan.closed; iteration += 1) {
    run.iterate(iteration);
    yield run.record.take();
  }
  run.close();
  yield run.record.take();
}

class MadeUpRun {
  readonly record: MadeUpRecord;
  private readonly rng: Rng;
  /** Difficulty of each example, so that the same examples are right again and again. */
  private readonly hardness = new Map<string, number>();
  private book: MadeUpBook = openBook();
  private seen = 0;
  private measuredAt = 0;
  private seedScore: Measurement | null = null;
  private best: { readonly score: Measurement; readonly hash: string } | null = null;

  constructor(private readonly plan: MadeUpPlan) {
    this.rng = plan.rng;
    this.record = new MadeUpRecord(plan.manifest, plan.rng.fork('calls'), plan.startMs);
    for (const { id } of [...plan.examples.train, ...plan.examples.heldOut])
      this.hardness.set(id, this.rng.nextFloat());
  }

  open(): void {
    const { manifest, manifestHash, iterations, size, measureEvery, examples } = this.plan;
    const plannedRollouts = iterations * size;
    this.record.facts.emit('run.started', '', {
      ...{ kind: manifest.kind, manifestHash, seedCandidateHash: this.book.hash },
      ...{ counts: manifest.split.counts, plannedIterations: iterations, plannedRollouts },
      plannedEvaluationRollouts: (1 + Math.floor(plannedRollouts / measureEvery)) * examples.heldOut.length,
      practice: true,
    });
    this.record.facts.emit('candidate.created', 'seed', {
      ...{ iteration: -1, hash: this.book.hash, parentHash: null, text: this.book.text },
      ...{ bullets: 0, tokens: tokensOf(this.book), applied: 0, ignored: 0 },
    });
    this.measure(-1);
  }

  iterate(iteration: number): void {
    const begunMs = this.record.nowMs;
    const chosen = this.begin(iteration);
    const outcomes = chosen.map((example, ordinal) => this.roll(iteration, ordinal, example));
    const parent = this.book;
    const lessons = aggregate(this.record, this.plan.manifest, {
      ...{ iteration, book: this.book, lessons: outcomes.map(({ lesson }) => lesson) },
    });
    this.book = withLessons(this.book, lessons, this.plan.lessonsKept);
    const { hash, text, lessons: kept } = this.book;
    this.record.facts.emit('candidate.created', `${iteration}`, {
      ...{
        iteration,
        hash,
        parentHash: parent.hash,
        text,
        bullets: kept.length,
        tokens: tokensOf(this.book),
      },
      ...{ applied: lessons.length, ignored: 0 },
    });
    this.seen += chosen.length;
    this.record.facts.emit(
      'iteration.closed',
      `${iteration}`,
      {
        ...{
          iteration,
          members: chosen.map((_, ordinal) => ordinal),
          failures: 0,
          trainExamplesSeen: this.seen,
        },
        minibatchScore: measure(outcomes.map(({ score }) => score)),
        spend: this.record.spend,
      },
      { learningMs: this.record.nowMs - begunMs, tainted: false, gpuSeconds: null },
    );
    if (this.seen - this.measuredAt < this.plan.measureEvery) return;
    this.measuredAt = this.seen;
    this.measure(iteration);
  }

  close(): void {
    const { end, closed } = this.plan;
    if (end === 'paused')
      return void this.record.facts.emit('run.paused', `${closed}`, { iteration: closed });
    if (end === 'failed')
      return void this.record.facts.emit('run.failed', '1', { code: 'KEY_REFUSED', message: FAILED });
    const ending: RunEnd =
      end === 'finished'
        ? { reason: 'trainingDone', numbers: { examples: this.seen } }
        : { reason: 'stoppedByPerson', numbers: {} };
    if (endedStatus(ending.reason) !== end || this.best === null || this.seedScore === null) return;
    this.record.facts.emit('run.finished', '', {
      ...ending,
      ...{ iterations: closed, failures: 0, spend: this.record.spend, seedScore: this.seedScore },
      ...{ bestCandidateHash: this.best.hash, bestScore: this.best.score },
      runHash: this.record.facts.runHash(),
    });
  }

  /** Cycles through the training examples. */
  private begin(iteration: number): readonly MadeUpExample[] {
    const { size, iterations, examples, manifest } = this.plan;
    const { train } = examples;
    this.record.facts.emit('batch.planned', `${iteration}`, {
      ...{ iteration, size, reason: 'static', fit: null, plateau: null, extrapolated: false, caps: [] },
      basis: { kind: 'fixed', size, statedReason: 'made up' },
      sizeBeforeCaps: size,
      inputs: {
        ...{ remainingExamples: (iterations - iteration) * size, lanes: manifest.lanes },
        ...{ promptTokens: tokensOf(this.book), tokensPerRollout: null, rewardVariance: null },
        finishedIterations: iteration,
      },
    });
    const first = iteration * size;
    const chosen = Array.from({ length: size }, (_, place) => train[(first + place) % train.length]).filter(
      (example) => example !== undefined,
    );
    this.record.facts.emit('iteration.started', `${iteration}`, {
      ...{ iteration, epoch: Math.floor(first / train.length), candidateHash: this.book.hash },
      exampleIds: chosen.map(({ id }) => id),
    });
    return chosen;
  }

  private roll(iteration: number, ordinal: number, example: MadeUpExample) {
    const { score, correct } = this.answer(iteration, ordinal, example, 'train');
    const lesson = lessonOf(example);
    const reply = reflectionOf(correct, lesson);
    const { key, outcome } = this.record.call({
      ...{ iteration, purpose: 'reflect', ordinal, subject: example.id, reply },
      ...{ system: this.book, user: example.question },
    });
    this.record.facts.emit(
      'reflection.finished',
      `${iteration}/${ordinal}`,
      {
        iteration,
        ordinal,
        exampleId: example.id,
        text: reply,
        insights: [lesson],
        cause: null,
        callKeys: [key],
      },
      { delayMs: outcome.delayMs },
    );
    return { score, lesson };
  }

  private answer(iteration: number, ordinal: number, example: MadeUpExample, split: 'train' | 'heldOut') {
    const hard = (this.hardness.get(example.id) ?? 0.5) * (1 - SPREAD) + this.rng.nextFloat() * SPREAD;
    const correct = hard < this.qualityNow();
    const answer = answerOf(example.expected, correct);
    const { key, outcome, costUsd } = this.record.call({
      ...{ iteration, purpose: split === 'train' ? 'generate' : 'evaluate', ordinal, subject: example.id },
      ...{ system: this.book, user: example.question, reply: `{"reasoning":"","final_answer":"${answer}"}` },
    });
    const score = correct ? 1 : 0;
    this.record.facts.emit(
      'rollout.finished',
      `${iteration}/${split}/${ordinal}`,
      {
        ...{ iteration, ordinal, split, exampleId: example.id, candidateHash: this.book.hash, answer, score },
        ...{ correct, cause: null, costUsd, callKeys: [key] },
        ...{ tokensIn: outcome.tokensIn, tokensOut: outcome.tokensOut },
      },
      { delayMs: outcome.delayMs },
    );
    return { score, correct };
  }

  private measure(iteration: number): void {
    const { heldOut } = this.plan.examples;
    const begunMs = this.record.nowMs;
    const scores = heldOut.map(
      (example, ordinal) => this.answer(iteration, ordinal, example, 'heldOut').score,
    );
    const score = measure(scores);
    const isBest = this.best === null || score.mean > this.best.score.mean;
    if (isBest) this.best = { score, hash: this.book.hash };
    this.seedScore ??= score;
    this.record.facts.emit(
      'heldOut.measured',
      `${iteration}`,
      {
        ...{
          iteration,
          candidateHash: this.book.hash,
          split: 'heldOut',
          trainExamplesSeen: this.seen,
          score,
        },
        ...{ exampleIds: heldOut.map(({ id }) => id), scores, failures: 0, best: isBest },
      },
      { evaluationMs: this.record.nowMs - begunMs },
    );
  }

  private qualityNow(): number {
    const { first, last, halfAfter } = this.plan.quality;
    return first + (last - first) * (1 - 2 ** (-this.seen / halfAfter));
  }
}

const tokensOf = ({ text }: MadeUpBook) => Math.ceil(text.length / 4);
