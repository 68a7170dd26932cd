import { z } from 'zod';

/** How the reflections of an iteration become one update (Combee 3). */
export const aggregationSettings = z
  .strictObject({
    kind: z.enum(['combee', 'naive', 'topK', 'summary', 'hierarchicalSummary']).default('combee'),
    duplication: z.int().min(1).max(10).default(2),
    groups: z.int().min(1).max(1000).nullable().default(null),
    reducer: z.enum(['llm', 'union']).default('llm'),
    fanInMax: z.int().min(2).max(1000).default(24),
    /** `planned` fixes the groups before the map, so that a group starts as soon as its own members are in. */
    grouping: z.enum(['afterBarrier', 'planned']).default('afterBarrier'),
  })
  .meta({ id: 'AggregationSettings' });
