import type { SplitName } from '@/lib/domain/split';

interface NamedSplit {
  readonly name: string;
  readonly counts: Readonly<Record<SplitName, number>>;
}

/** A registered split in one line, as the forms of an experiment show it. */
export const splitWords = ({ name, counts }: NamedSplit): string =>
  `${name}: ${counts.train} train, ${counts.selection} selection, ${counts.heldOut} held-out, ${counts.confirmation} confirmation`;
