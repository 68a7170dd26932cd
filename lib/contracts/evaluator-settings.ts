import { z } from 'zod';
import { roleModel } from './role-models';

/** Who judges where a judge scores, and how it is checked. Stricter than the defaults is allowed, laxer is not. */
export const judgingSettings = z
  .strictObject({
    judge: z.enum(['separate', 'proposer']).default('separate'),
    /** Why the proposer has to judge itself; without it that is refused. */
    forcedReason: z.string().trim().max(1000).nullable().default(null),
    sampleShare: z.number().min(0.05).max(1).default(0.05),
    minPairs: z.int().min(30).max(100_000).default(30),
    spearmanMin: z.number().min(0.7).max(1).default(0.7),
    /** Dollars that judging one rollout may cost; above it the proxy judges, once calibrated. */
    costCeilingUsd: z.number().gt(0).max(10_000).nullable().default(null),
    proxy: roleModel.nullable().default(null),
  })
  .meta({ id: 'JudgingSettings' });

/** Answers on evaluation splits that other runs of the workspace have paid for. */
export const evaluationCacheSettings = z
  .strictObject({
    read: z.boolean().default(true),
    /** Runs of other namespaces share no answers. */
    namespace: z.string().trim().min(1).max(80).default('default'),
    /** Why every evaluation is paid again; without it the cache stays on. */
    offReason: z.string().trim().max(1000).default(''),
  })
  .meta({ id: 'EvaluationCacheSettings' });
