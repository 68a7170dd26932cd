import type pg from 'pg';
import type { Fact } from '@/lib/domain/ledger-entry';

/**
 * A prompt becomes the best only together with its cost: the row is written in the transaction of the fact,
 * so that neither is ever there without the other. The opener of the ledger computes the cost before the
 * run's row is locked.
 */

/** Cost of a prompt when it became the best on held-out: written with the fact that says so, or not at all. */
export interface AcceptedPromptCost {
  /** The fact's key in the ledger. */
  readonly factKey: string;
  readonly candidateHash: string;
  readonly iteration: number;
  readonly rollouts: number;
  readonly tokens: number;
  /** Null = not measured. */
  readonly gpuSeconds: number | null;
  /** Training and measurements. */
  readonly wallMs: number;
  readonly heldOutScore: number;
  /** Null = not known. */
  readonly costUsd: number | null;
  readonly spendUsd: number | null;
  /** Against the serial baseline of that day, or why there is no number. */
  readonly perPoint: object;
}

export type ReckonAccepted = (facts: readonly Fact[]) => Promise<readonly AcceptedPromptCost[]>;

export async function writeAccepted(
  client: pg.PoolClient,
  runId: string,
  accepted: readonly AcceptedPromptCost[],
): Promise<void> {
  for (const cost of accepted) {
    await client.query(INSERT_ACCEPTED, [
      runId,
      cost.candidateHash,
      cost.iteration,
      cost.rollouts,
      cost.tokens,
      cost.gpuSeconds,
      cost.wallMs,
      cost.heldOutScore,
      cost.costUsd,
      cost.spendUsd,
      JSON.stringify(cost.perPoint),
    ]);
  }
}

const INSERT_ACCEPTED = `
INSERT INTO "AcceptedPrompt" ("runId", "candidateHash", iteration, rollouts, tokens, "gpuSeconds", "wallMs",
  "heldOutScore", "costUsd", "spendUsd", "perPoint")
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::jsonb)
ON CONFLICT ("runId", "candidateHash") DO NOTHING`;
