import type { Blocked } from '@/components/ui/blocked-button';
import { NO_EXPERIMENTS } from './viewer';

const ARCHIVED: Blocked = {
  sentence: 'This experiment is archived and takes no new run.',
  link: { href: '/experiments/new', label: 'Create an experiment' },
};

/** Why nothing new can be started of an experiment; undefined where it can. */
export function experimentBlock(
  { archivedAt }: { readonly archivedAt: string | null },
  mayExperiment: boolean,
): Blocked | undefined {
  if (!mayExperiment) return NO_EXPERIMENTS;
  return archivedAt === null ? undefined : ARCHIVED;
}
