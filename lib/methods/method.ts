import type { Candidate } from '@/lib/domain/candidate';
import type { Cause } from '@/lib/domain/cause';
import type { Example } from '@/lib/domain/example';
import type { LineSteering } from '@/lib/domain/line-steering';
import type { RunManifest } from '@/lib/domain/manifest';
import type { MethodSettings } from '@/lib/domain/method-settings';
import type { CallPurpose, JudgeSeat } from '@/lib/domain/model-role';
import type { OperatorKind } from '@/lib/domain/operator-kinds';
import type { Reflection } from '@/lib/domain/reflection';
import type { Scored } from '@/lib/domain/score';
import type { Task } from '@/lib/domain/task';
import type { Update } from '@/lib/domain/update';
import type { ChatMessage, ModelOutcome } from '@/lib/ports/language-model';

/**
 * Interface of a prompt-learning method that Combee can run: how one example becomes a reflection,
 * how reflections become an update, how updates become one, and how an update is applied. A method never touches
 * the journal, the budget or the clock: it asks, and the engine answers.
 */
export interface Method {
  readonly name: string;
  readonly version: string;
  /** Name of each prompt template to the hash of its text; pinned in the manifest. */
  readonly promptHashes: Readonly<Record<string, string>>;
  /** Hash of the rule by which its prompts ask for insight ids (prompting/insight-ids); absent = they carry none. */
  readonly insightIdsHash?: string;
  /** The same of templates that only some settings use: pinned by those runs alone. */
  promptHashesFor?(settings: MethodSettings): Readonly<Record<string, string>>;
  /** The text that a run starts from when the user gives none. */
  readonly emptyCandidateText: string;

  /** A system message that is the same for every example, and the question in a user message (`prompt-as-measured`). */
  questionMessages(question: CandidateQuestion): ChatMessage[];
  /** One call: the example answered under the candidate. Used for held-out too. */
  answer(input: AnswerInput): Promise<Answer>;
  /** A reply from which `answer` would read this text; absent = the text itself is such a reply. */
  replyOf?(text: string): string;
  /** MAP: answer, score, reflect (with further rounds where the method has them). Never throws for a bad example. */
  mapExample(input: MapInput): Promise<MappedExample>;
  /** Counters and the like, applied once before any aggregation; every level-1 call sees the result. */
  prepareBase(base: Candidate, reflections: readonly Reflection[], manifest: RunManifest): Candidate;
  /** Level 1 (and the one plain call): m reflections into one update. */
  aggregate(input: AggregateInput): Promise<AskedUpdate>;
  /** Messages of `aggregate`, so that a group too long for the model's context is known before; absent = it fits. */
  aggregatePrompt?(input: Omit<AggregateInput, 'ask'>): readonly ChatMessage[];
  /** Level 2: the k updates, in group order, into one. Sees no raw reflection. */
  combine(input: CombineInput): Promise<AskedUpdate>;
  /** Messages of `combine`; absent = they fit. */
  combinePrompt?(input: Omit<CombineInput, 'ask'>): readonly ChatMessage[];
  /** Level 2 without a model: union of the updates, near-identical edits once. */
  union(updates: readonly Update[], manifest?: RunManifest, over?: UnionBase): Update;
  /** False where a permanently failed combining call leaves no update at all; absent = the updates are united. */
  readonly unitesAfterFailure?: boolean;
  /**
   * A new candidate, or the same text when nothing could be applied. The manifest sets the limits (ACE: the token
   * budget); without one the method's own defaults hold.
   */
  apply(base: Candidate, update: Update, manifest?: RunManifest): AppliedUpdate;
  /** Tidies up after an update (near-duplicates, say); gives the same candidate when there is nothing to do. */
  refine?(candidate: Candidate, tools: RefineTools): Promise<RefinedCandidate>;
  /** Absent = its text has no lines that people could steer. */
  readonly steering?: LineSteering;
  /** The texts that a new edit could repeat (ACE: the bullets); without it edits are held against each other only. */
  pieces?(candidate: Candidate): readonly string[];
  /** Numbers for the ledger. */
  describe(candidate: Candidate): { readonly bullets: number; readonly tokens: number };
}

/** Asks a model through the engine (journal, budget, lanes). Resolves with what came, failures included. */
export type Ask = (request: AskRequest) => Promise<Asked>;

export interface AskRequest {
  readonly purpose: CallPurpose;
  readonly ordinal: number;
  /** 0 for the first try; reflection rounds and re-asks count up. */
  readonly repetition: number;
  readonly subject: string;
  readonly messages: readonly ChatMessage[];
  readonly json: boolean;
  /** Role whose model judges, where it is not the evaluator's own. Set by the engine. */
  readonly seat?: JudgeSeat;
  /** Set by the engine where an answer that another run has paid for may serve: the candidate that is measured. */
  readonly measures?: string;
}

export interface Asked {
  readonly outcome: ModelOutcome;
  readonly callKey: string;
  readonly costUsd: number | null;
  /**
   * Tells the engine that nothing could be read out of the reply, and why: the call counts as a failure. To be awaited:
   * it is journaled.
   */
  readonly unusable?: (cause: Cause) => Promise<void>;
  /** Which other worker asked it, where the rollout was carried elsewhere. */
  readonly worker?: string;
}

export interface CandidateQuestion {
  readonly task: Pick<Task, 'instructions' | 'inputShape' | 'outputShape'>;
  /** Text of the candidate. */
  readonly text: string;
  readonly example: Pick<Example, 'question' | 'context'>;
}

export interface AnswerInput {
  readonly manifest: RunManifest;
  readonly candidate: Candidate;
  readonly example: Example;
  readonly purpose: 'generate' | 'evaluate';
  readonly ordinal: number;
  readonly ask: Ask;
}

export interface Answer {
  readonly text: string;
  /** Null when an answer came. */
  readonly cause: Cause | null;
  readonly citedBulletIds: readonly string[];
  /** By the environment that the agent acted in; no evaluator is asked. */
  readonly judged?: Scored;
  /** The whole reply, for the reflector. */
  readonly trace: string;
  readonly asked: readonly Asked[];
}

export interface MapInput extends Omit<AnswerInput, 'purpose'> {
  readonly score: (answer: string, example: Example) => Promise<Scored>;
  /** Kind of edit that this example is to look for; if absent, the method's plain prompt is used (rulings E7). */
  readonly operator?: OperatorKind;
}

export interface MappedExample {
  readonly answer: Answer;
  readonly score: Scored;
  /** Invalid wherever the score is missing: nothing can be learned from an answer that was not scored. */
  readonly reflection: Reflection;
  /** Without those of the answer. */
  readonly reflectionAsked: readonly Asked[];
}

export interface AggregateInput {
  readonly manifest: RunManifest;
  readonly base: Candidate;
  readonly reflections: readonly Reflection[];
  /** Group index; the ordinal of the journal key. */
  readonly group: number;
  /** Which component of a candidate of several is rewritten. */
  readonly component?: string;
  /** Lessons of earlier iterations, where the method shows them again. */
  readonly earlier?: readonly string[];
  readonly progress: Progress;
  readonly ask: Ask;
}

export interface CombineInput {
  readonly manifest: RunManifest;
  readonly base: Candidate;
  readonly updates: readonly Update[];
  readonly ordinal: number;
  readonly component?: string;
  readonly earlier?: readonly string[];
  readonly progress: Progress;
  readonly ask: Ask;
}

/** Base of the updates: a method that rewrites whole texts tells by it which lines are new. */
export interface UnionBase {
  readonly base: Candidate;
  readonly component?: string;
}

export interface Progress {
  readonly trainExamplesSeen: number;
  readonly trainExamples: number;
}

export interface AskedUpdate {
  readonly update: Update;
  readonly asked: readonly Asked[];
}

export interface AppliedUpdate {
  readonly candidate: Candidate;
  readonly applied: number;
  readonly ignored: number;
}

export interface RefineTools {
  readonly manifest: RunManifest;
  readonly ask: Ask;
  /** Ids of lines that stay as they are. */
  readonly keep?: readonly string[];
}

export interface RefinedCandidate {
  readonly candidate: Candidate;
  readonly asked: readonly Asked[];
}
