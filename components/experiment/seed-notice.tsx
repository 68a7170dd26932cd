import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { formatCount } from '@/lib/view/numbers';

/** A prompt that the experiment is to begin with, and where it is from. */
export interface Seed {
  readonly text: string;
  readonly name: string;
  readonly href: string;
}

interface SeedNoticeProps {
  readonly seed: Seed;
  /** Length of the prompt as it is in the form. */
  readonly characters: number;
}

export function SeedNotice({ seed, characters }: SeedNoticeProps) {
  return (
    <Notice className="mb-4" title="It begins with an imported prompt">
      {formatCount(characters)} characters from{' '}
      <Link href={seed.href} className="underline underline-offset-2">
        {seed.name}
      </Link>
      .{' '}
      <Link href="/experiments/new" className="underline underline-offset-2">
        Begin without it
      </Link>
    </Notice>
  );
}
