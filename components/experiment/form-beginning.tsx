import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { formatCount } from '@/lib/view/numbers';

/** A prompt that the experiment is to begin with, and where it is from. */
export interface Seed {
  readonly text: string;
  readonly name: string;
  readonly href: string;
}

export interface ChosenData {
  readonly id: string;
  readonly name: string;
}

interface FormBeginningProps {
  readonly seed: Seed | null;
  readonly data: ChosenData | null;
  /** Length of the prompt as it is in the form. */
  readonly characters: number;
}

/** Notices about the data set and the prompt that the form was opened with. */
export function FormBeginning({ seed, data, characters }: FormBeginningProps) {
  return (
    <>
      {data ? (
        <Notice className="mb-4">
          {data.name} is chosen.{' '}
          <Link href={`/datasets/${data.id}`} className="underline underline-offset-2">
            Open the data set
          </Link>
        </Notice>
      ) : null}
      {seed ? (
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
      ) : null}
    </>
  );
}
