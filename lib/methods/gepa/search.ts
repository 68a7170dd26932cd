import type { Candidate } from '@/lib/domain/candidate';
import type { RunManifest } from '@/lib/domain/manifest';
import type { OpenSearch, Search } from '@/lib/methods/search';

/** GEPA's loop over the tools of a run. Knows no prompt: what a reflection and a proposal are is the method's. */
export const openGepaSearch: OpenSearch = (_manifest: RunManifest, seed: Candidate): Search => ({
  turn: async (tools) => ({ candidate: seed, seen: tools.size, scores: [], mapped: [] }),
});
