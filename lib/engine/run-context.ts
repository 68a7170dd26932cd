import type { Example } from '@/lib/domain/example';
import type { RunManifest } from '@/lib/domain/manifest';
import type { RunEnd } from '@/lib/domain/run-end';
import type { SplitName } from '@/lib/domain/split';
import type { Asker } from '@/lib/engine/calls/ask';
import type { Lanes } from '@/lib/engine/calls/lanes';
import type { Dispatching } from '@/lib/engine/dispatch/open-dispatch';
import type { InsightFollower } from '@/lib/engine/iteration/follow-insights';
import type { TrainingOrder } from '@/lib/engine/iteration/minibatch';
import type { Deadline } from '@/lib/engine/limits/deadline';
import type { Method } from '@/lib/methods/method';
import type { Search } from '@/lib/methods/search';
import type { Alarm, Clock } from '@/lib/ports/clock';
import type { Embedder } from '@/lib/ports/embedder';
import type { EvaluationCache } from '@/lib/ports/evaluation-cache';
import type { Journal } from '@/lib/ports/journal';
import type { LanguageModel } from '@/lib/ports/language-model';
import type { Ledger } from '@/lib/ports/ledger';
import type { RolloutSpread } from '@/lib/ports/rollout-spread';
import type { ControlChannel } from '@/lib/ports/run-control';
import type { Rng } from '@/lib/random/seeded-rng';
import type { FactSink } from './fact-sink';

/** Inputs of a run from outside; the worker builds them, tests build them from fakes. */
export interface RunLoopInput {
  readonly manifest: RunManifest;
  readonly examples: Readonly<Record<SplitName, readonly Example[]>>;
  readonly method: Method;
  readonly model: LanguageModel;
  readonly journal: Journal;
  readonly ledger: Ledger;
  /** Answers that other runs have paid for; asked only where the manifest says so. */
  readonly evaluationCache?: EvaluationCache;
  readonly clock: Clock;
  readonly alarm: Alarm;
  readonly control: ControlChannel;
  /** For similarities of edits, where the manifest names one other than the offline one. */
  readonly embedder?: Embedder;
  /** Other workers that carry rollouts, where the manifest spreads them; absent = all are carried here. */
  readonly spread?: RolloutSpread;
  /** How often this run's diagnosis was asked for in its scope, this time included; absent = it is the first. */
  readonly diagnosisLook?: () => Promise<number>;
  /** The worker that carries the run; for the ledger's measured side only. */
  readonly worker: string;
}

export type RunOutcome =
  | { readonly status: 'paused'; readonly reason: null; readonly runHash: null }
  | (RunEnd & { readonly status: 'finished' | 'stopped'; readonly runHash: string });

/** Context that every step of the loop works with. */
export interface RunContext extends RunLoopInput {
  readonly facts: FactSink;
  /** Null where the manifest does not ask what becomes of insights. */
  readonly insights: InsightFollower | null;
  readonly asker: Asker;
  readonly order: TrainingOrder;
  readonly rng: Rng;
  readonly schedule: readonly number[];
  readonly everyExamples: number;
  readonly startedAtMs: number;
  readonly deadline: Deadline;
  /** Null where the manifest pins no dispatch policy. */
  readonly dispatching: Dispatching | null;
  readonly lanes: Lanes;
  /** Set where the method keeps more than one line of candidates. */
  readonly search: Search | null;
  /** The method as an iteration's rollouts go through it. */
  readonly methodOf: (iteration: number) => Method;
}
