import type { Candidate } from '@/lib/domain/candidate';
import type { RefinedCandidate, RefineTools } from '@/lib/methods/method';
import { hashedNgramEmbedder } from '@/lib/stats/hashed-ngram-embedder';
import { aceSettings } from './ace-settings';
import { candidateOf } from './apply-update';
import { mergeDuplicates } from './merge-duplicates';
import { nextBulletId } from './next-bullet-id';
import { parseBullets } from './parse-bullet-line';

/**
 * Grow and refine: after an update, near-identical bullets become one (off unless the run sets a threshold).
 * The bullet with the highest number is spared until a newer one exists: ids are counted on from the highest in the
 * text, so removing it would give its number to another bullet. Cost: one dedupe call a group.
 */
export async function refinePlaybook(
  candidate: Candidate,
  { manifest, ask, keep = [] }: RefineTools,
): Promise<RefinedCandidate> {
  const threshold = aceSettings(manifest).dedupeThreshold;
  if (threshold === null) return { candidate, asked: [] };
  const highest = nextBulletId(candidate.text) - 1;
  const newest = parseBullets(candidate.text).find(({ id }) => Number(/-(\d+)$/.exec(id)?.[1]) === highest);
  const merged = await mergeDuplicates({
    playbook: candidate.text,
    embedder: hashedNgramEmbedder(),
    threshold,
    spare: [...keep, ...(newest ? [newest.id] : [])],
    ask,
  });
  const isSame = merged.groups === 0;
  return { candidate: isSame ? candidate : candidateOf(merged.playbook), asked: merged.asked };
}
