import type { TraceEvaluator } from '@/lib/domain/trace-scoring';
import { utf8Bytes } from '@/lib/domain/utf8-bytes';
import { ceilingOf, paidUsd, reportedUsd } from '@/lib/engine/calls/pricing';
import { type BudgetKeeper, makeBudgetKeeper, NO_AMOUNT } from '@/lib/engine/limits/budget';
import { AppError } from '@/lib/errors/app-error';
import type { ChatMessage, ModelOutcome } from '@/lib/ports/language-model';

/** Calls and dollars of one trace. */
export interface ScoringBill {
  readonly calls: number;
  readonly usd: number;
  readonly unpriced: number;
  /** @throws AppError BUDGET_EXHAUSTED where the limit leaves no room for the call, which is not made then */
  pay(messages: readonly ChatMessage[], call: () => Promise<ModelOutcome>): Promise<ModelOutcome>;
}

/**
 * The limit of a scoring in dollars. A judge's call reserves the most that it can cost; what an evaluator outside
 * reports is known afterwards only, so its call reserves the dearest so far.
 */
export class ScoringBudget {
  readonly #keeper: BudgetKeeper;
  readonly #judge: TraceEvaluator['judge'];
  readonly #usdMax: number | null;
  #dearest = 0;

  constructor(
    { judge }: Pick<TraceEvaluator, 'judge'>,
    { usdMax, usd }: { readonly usdMax: number | null; readonly usd: number },
  ) {
    this.#judge = judge;
    this.#usdMax = usdMax;
    this.#keeper = makeBudgetKeeper(usdMax === null ? {} : { usd: usdMax });
    this.#keeper.charge({ ...NO_AMOUNT, usd });
  }

  bill(): ScoringBill {
    const bill = { calls: 0, usd: 0, unpriced: 0 };
    return Object.assign(bill, {
      pay: async (messages: readonly ChatMessage[], call: () => Promise<ModelOutcome>) => {
        const reservation = await this.#reserve(messages);
        let usd: number | null = null;
        try {
          const outcome = await call();
          usd = this.#costOf(outcome);
          bill.calls += 1;
          bill.usd += usd ?? 0;
          bill.unpriced += usd === null ? 1 : 0;
          return outcome;
        } finally {
          reservation.settle({ ...NO_AMOUNT, usd: usd ?? 0 });
        }
      },
    });
  }

  async #reserve(messages: readonly ChatMessage[]) {
    const bytes = messages.reduce((sum, { content }) => sum + utf8Bytes(content), 0);
    const usd = this.#judge === null ? this.#dearest : ceilingOf(this.#judge.binding, bytes).usd;
    const reservation = await this.#keeper.reserve({ ...NO_AMOUNT, usd });
    if (reservation !== null) return reservation;
    throw new AppError('BUDGET_EXHAUSTED', `The limit of $${this.#usdMax} leaves no room for another call.`, {
      howToProceed: ['Score the other traces with a new limit: scores so far are kept.'],
    });
  }

  #costOf(outcome: ModelOutcome): number | null {
    const usd =
      this.#judge === null
        ? (reportedUsd(outcome) ?? null)
        : paidUsd(this.#judge.binding, outcome.ok ? outcome : { ...outcome, tokensCached: 0 });
    this.#dearest = Math.max(this.#dearest, usd ?? 0);
    return usd;
  }
}
