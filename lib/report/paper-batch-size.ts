import type { BatchSettings } from '@/lib/domain/manifest';
import { PUBLISHED_POINTS } from './published';

/**
 * Whether a fixed batch size was copied from the paper. The best size follows from delays, and delays from the
 * hardware; the paper's was chosen by its controller on its own. A size that one's own controller came to is no copy.
 */
export interface BatchSizeOrigin {
  readonly batch: BatchSettings;
  readonly hardware: string;
  /** Sizes that the controller chose in own runs on this hardware. */
  readonly ownChoices: readonly number[];
}

/** Shown as it stands (E4). */
const PAPER_HARDWARE = 'Paper numbers are paper hardware. Re-measure on your stack before headlining.';

/** The controller moves its size only for a change of this share, so within it two sizes are the same choice. */
const SAME_CHOICE = 0.2;

const CHOSEN_IN_PAPER = PUBLISHED_POINTS.flatMap(({ arm, batchSize }) =>
  arm === 'Combee' && batchSize !== null ? [batchSize] : [],
);
const USED_IN_PAPER = PUBLISHED_POINTS.flatMap(({ batchSize }) => batchSize ?? []);

export function paperBatchWarning({ batch, hardware, ownChoices }: BatchSizeOrigin): string | null {
  if (batch.kind !== 'static') return null;
  const says = /\b(paper|published|arxiv)\b/i.test(batch.reason);
  const isCopied = CHOSEN_IN_PAPER.includes(batch.size) || (says && USED_IN_PAPER.includes(batch.size));
  const isOwn = ownChoices.some((own) => Math.abs(own - batch.size) < SAME_CHOICE * batch.size);
  if (!isCopied || isOwn) return null;
  return `${PAPER_HARDWARE} Batch size ${batch.size} is the paper's; on ${hardware} none was chosen by measuring.`;
}
