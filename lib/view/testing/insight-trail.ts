import type { InsightTrail } from '@/lib/contracts/provenance';

/** An insight of the first reflection of the first iteration that became a bullet. */
export function insightTrail(more: Partial<InsightTrail> = {}): InsightTrail {
  return {
    id: 'i0.0.0',
    alsoIds: [],
    iteration: 0,
    exampleId: 'ex-0',
    text: 'Read the units first.',
    place: 'prompt',
    by: 'id',
    likeness: 1,
    groups: [0],
    line: 'misc-00001',
    cause: null,
    removedAt: null,
    claimedNotFound: false,
    carried: false,
    known: false,
    reflections: [{ iteration: 0, ordinal: 0, exampleId: 'ex-0', rolloutSeq: 4 }],
    ...more,
  };
}
