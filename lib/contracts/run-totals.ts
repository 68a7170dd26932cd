import { z } from 'zod';
import { operation } from './operation';

/** Sums over every run of the workspace, which no page of a list can give. */

const money = z
  .object({
    runs: z.int(),
    /** Runs that asked a model without a price: their dollars are in neither sum. */
    unknownRuns: z.int(),
    spendUsd: z.number().describe('Paid, of the runs whose dollars are known.'),
    costUsd: z.number().describe('The same as if every answer had been paid.'),
  })
  .meta({ id: 'RunMoney' });

export const runTotals = z
  .object({
    runs: z.int(),
    live: z.int(),
    finished: z.int(),
    failed: z.int(),
    /** Money that a provider bills; null where every run is a practice run. */
    real: money.nullable(),
    /** The practice model's made-up prices, never added to real money. */
    practice: money.nullable(),
  })
  .meta({ id: 'RunTotals', description: 'Archived runs are counted.' });
export type RunTotalsView = z.output<typeof runTotals>;

export const readRunTotals = operation({
  id: 'readRunTotals',
  method: 'GET',
  path: '/api/v1/run-totals',
  tag: 'Runs',
  summary: 'Counts and money over all runs',
  permission: 'read',
  scope: 'workspace',
  response: runTotals,
});
