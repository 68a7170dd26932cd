import type { SearchHitView, SearchKind } from '@/lib/contracts/search';
import { splitWord } from './number-origin';
import { formatCount } from './numbers';

/** Words for what a search finds, and the way to the very place. */
export const SEARCH_KIND_WORDS: Readonly<
  Record<SearchKind, { readonly one: string; readonly many: string; readonly heading: string }>
> = {
  prompt: { one: 'prompt', many: 'prompts', heading: 'Which prompts say it?' },
  reflection: { one: 'reflection', many: 'reflections', heading: 'Which reflections say it?' },
  trace: { one: 'trace', many: 'traces', heading: 'In which traces does it stand?' },
};

type Placed = Pick<
  SearchHitView,
  'kind' | 'runId' | 'iteration' | 'candidateHash' | 'exampleId' | 'split' | 'rolloutSeq'
>;

/** Address of the run's tab with the candidate or the trace open; a reflection is shown next to its trace. */
export function searchHitHref(hit: Placed): string {
  const run = `/runs/${hit.runId}`;
  if (hit.kind === 'prompt' && hit.candidateHash !== null) return `${run}?tab=prompt&to=${hit.candidateHash}`;
  if (hit.rolloutSeq !== null) return `${run}?tab=rollouts&rollout=${hit.rolloutSeq}`;
  return `${run}?tab=iterations&iteration=${hit.iteration + 1}`;
}

/** Place of a hit in its run, in a few words. */
export function describePlace(hit: Placed): string {
  const isSeed = hit.iteration < 0;
  if (hit.kind === 'prompt')
    return isSeed
      ? 'In the prompt that the run began with'
      : `New in the prompt of iteration ${hit.iteration + 1}`;
  const when = isSeed ? 'before the first iteration' : `iteration ${hit.iteration + 1}`;
  const example = hit.exampleId === null ? '' : `, example ${hit.exampleId}`;
  if (hit.kind === 'reflection') return `Reflection, ${when}${example}`;
  return `Trace, ${when}${example}${hit.split === null ? '' : `, ${splitWord(hit.split)}`}`;
}

/** As many as were counted; a search stops counting at a bound, and says so. */
export function describeFound(
  found: { readonly count: number; readonly isMore: boolean },
  kind: SearchKind,
): string {
  const { one, many } = SEARCH_KIND_WORDS[kind];
  if (found.isMore) return `more than ${formatCount(found.count)} ${many}`;
  return found.count === 1 ? `1 ${one}` : `${formatCount(found.count)} ${many}`;
}

/** Address of a search, to share with others. */
export function searchHref(asked: {
  readonly q: string;
  readonly kind?: SearchKind;
  readonly run?: string;
  readonly experiment?: string;
}): string {
  const given = Object.entries(asked).filter(([, value]) => value !== undefined && value !== '');
  return `/search?${new URLSearchParams(Object.fromEntries(given) as Record<string, string>)}`;
}
