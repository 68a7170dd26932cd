import type { BatchSettings } from '@/lib/domain/manifest';
import { PUBLISHED_POINTS } from './published';
import { PUBLISHED_CHOICES, PUBLISHED_ENTRIES } from './published-playbooks';

/** Shown unchanged (E4). */
const PAPER_HARDWARE = 'Paper numbers are paper hardware. Re-measure on your stack before headlining.';

/** Sizes of the paper that are not round: a person is unlikely to choose 84 or 94 independently. */
const CHOSEN_IN_PAPER = PUBLISHED_CHOICES.map(({ batchSize }) => batchSize).filter(
  (size) => size % 8 !== 0 && size % 10 !== 0,
);
const USED_IN_PAPER = [...PUBLISHED_CHOICES, ...PUBLISHED_POINTS, ...PUBLISHED_ENTRIES].flatMap(
  ({ batchSize }) => batchSize ?? [],
);

/**
 * Whether a fixed batch size was copied from the paper. The best size follows from delays, and delays from the
 * hardware; the paper's was chosen by its controller on its own. Sizes that everybody uses count as copied only where the
 * reason says so. A warning, no refusal: the user's own measurement may have led to the same number.
 */
export function paperBatchWarning(batch: BatchSettings, hardware: string): string | null {
  if (batch.kind !== 'static') return null;
  const says = /\b(paper|published|arxiv)\b/i.test(batch.reason);
  const isCopied = CHOSEN_IN_PAPER.includes(batch.size) || (says && USED_IN_PAPER.includes(batch.size));
  if (!isCopied) return null;
  return `${PAPER_HARDWARE} Batch size ${batch.size} is the paper's; on ${hardware} none was chosen by measuring.`;
}
