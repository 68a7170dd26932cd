import type { z } from 'zod';
import type { Immutable } from './immutable';
import type { runSummary } from './run-summary-schema';

export type RunSummary = Immutable<z.output<typeof runSummary>>;
export type RunPhase = RunSummary['phase'];
