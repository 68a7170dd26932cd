import type { EnvironmentOutcome, EnvironmentRequest } from '@/lib/ports/environment';
import { type Patience, ProviderHealth } from './provider-health';
import { type Ticker, wait } from './ticker';

/**
 * Tells an evaluator that is down from one that cannot digest one answer. Each call has three tries. An example fails
 * permanently only if the evaluator answers others meanwhile; five failures in a row ask a probe, and where that fails
 * too the evaluator counts as down: calls wait as for a provider that is away, and none of them is a failure.
 *
 *     failure -> three tries, another call was answered        -> the failure is the answer: a missing score
 *     failure -> five in a row -> probe answered                -> the same
 *     failure -> five in a row -> probe failed -> down          -> wait, probe at growing intervals, go on or PROVIDER_AWAY
 *
 * The probe is a request that was answered before; without one, the failing question with its expected answer, which no
 * sound evaluator fails on. One of these serves all runs of a process that ask the same evaluator.
 */
const TRIES = 3;
const FAILURES_IN_A_ROW = 5;
const WAIT_MS = 500;

export type ScoreOnce = (request: EnvironmentRequest, signal?: AbortSignal) => Promise<EnvironmentOutcome>;

export interface EvaluatorCall {
  readonly request: EnvironmentRequest;
  /** Names the call. */
  readonly key: string;
  readonly scoreOnce: ScoreOnce;
  /** Absent: calls do not wait, and a failure is final after its tries. */
  readonly patience?: Patience | undefined;
  readonly signal?: AbortSignal | undefined;
}

interface Course {
  readonly startedMs: number;
  attempts: number;
  /** Since it last waited for the evaluator. */
  tries: number;
  awayMs: number;
  /** Answers to anybody when the first of these tries began. */
  answersBefore: number;
}

export class EvaluatorPresence {
  readonly health: ProviderHealth;
  readonly #ticker: Ticker;
  #failuresInARow = 0;
  #answers = 0;
  #answeredBefore: EnvironmentRequest | null = null;
  #probe: Promise<boolean> | null = null;

  constructor(name: string, ticker: Ticker) {
    this.health = new ProviderHealth(name, ticker, 'evaluator');
    this.#ticker = ticker;
  }

  /** @throws AppError PROVIDER_AWAY when the patience is over, and what `scoreOnce` throws. */
  async score(call: EvaluatorCall): Promise<EnvironmentOutcome> {
    const startedMs = this.#ticker.monotonicMs();
    const course: Course = { startedMs, attempts: 0, tries: 0, awayMs: 0, answersBefore: this.#answers };
    for (;;) {
      await this.#untilThere(call, course);
      const outcome = await this.#tryOnce(call, course);
      if (outcome.ok || (await this.#isFinal(call, course))) return this.#told(outcome, course);
      if (this.health.isAway) continue;
      const hintMs = outcome.retryAfterMs ?? WAIT_MS * 2 ** (course.tries - 1);
      await wait(this.#ticker, hintMs, call.signal);
    }
  }

  async #tryOnce(call: EvaluatorCall, course: Course): Promise<EnvironmentOutcome> {
    course.attempts += 1;
    course.tries += 1;
    const outcome = await call.scoreOnce(call.request, call.signal);
    if (outcome.ok) this.#noteAnswer(call.request);
    else this.#failuresInARow += 1;
    return outcome;
  }

  /** Whether a failure is this call's own matter. */
  async #isFinal(call: EvaluatorCall, course: Course): Promise<boolean> {
    if (call.patience === undefined) return course.tries >= TRIES;
    if (this.health.isAway) return false;
    if (this.#failuresInARow >= FAILURES_IN_A_ROW && !(await this.#isAnswering(call))) {
      this.health.declareAway();
      return false;
    }
    return course.tries >= TRIES && this.#answers > course.answersBefore;
  }

  async #untilThere(call: EvaluatorCall, course: Course): Promise<void> {
    const { patience } = call;
    while (patience !== undefined && this.health.isAway) {
      course.awayMs += await this.health.untilTurn(patience);
      course.tries = 0;
      course.answersBefore = this.#answers;
      if (!this.health.isAway) return;
      const startedMs = this.#ticker.monotonicMs();
      if (!(await this.#isAnswering(call))) this.health.noteFailure('absent', { key: call.key, startedMs });
      course.awayMs += this.#ticker.monotonicMs() - startedMs;
    }
  }

  /** One probe at a time, shared by all calls. */
  async #isAnswering(call: EvaluatorCall): Promise<boolean> {
    this.#probe ??= this.#ask(call).finally(() => {
      this.#probe = null;
    });
    return this.#probe;
  }

  async #ask({ request, scoreOnce, signal }: EvaluatorCall): Promise<boolean> {
    const { input, command } = request;
    const probe = this.#answeredBefore ?? { command, input: { ...input, answer: input.expected } };
    try {
      const { ok } = await scoreOnce(probe, signal);
      if (ok) this.#noteAnswer(probe);
      return ok;
    } catch (error) {
      this.health.noteNothing();
      throw error;
    }
  }

  #noteAnswer(request: EnvironmentRequest): void {
    this.#answers += 1;
    this.#failuresInARow = 0;
    this.#answeredBefore = request;
    this.health.noteAnswer();
  }

  #told(outcome: EnvironmentOutcome, { startedMs, attempts, awayMs }: Course): EnvironmentOutcome {
    return { ...outcome, attempts, awayMs, delayMs: this.#ticker.monotonicMs() - startedMs };
  }
}
