'use client';

import { useRouter } from 'next/navigation';
import { useViewer } from '@/components/account/viewer';
import { EXAMPLE_FILES, holdFiles } from '@/components/dataset/held-files';
import { Card } from '@/components/ui/card';
import { DropZone } from '@/components/ui/drop-zone';
import { FileButton } from '@/components/ui/file-button';
import type { OnboardingStep } from '@/lib/view/onboarding';

interface OwnExamplesProps {
  /** Empty while they are loading. */
  readonly steps: readonly OnboardingStep[];
  /** A card until examples were imported, then a button in the head of the page. */
  readonly as: 'card' | 'button';
}

/** The shortest way to an experiment on a person's own examples: the import opens with the files that are given here. */
export function OwnExamples({ steps, as }: OwnExamplesProps) {
  const { mayExperiment } = useViewer();
  const router = useRouter();
  const data = steps.find(({ id }) => id === 'data');
  if (!mayExperiment || data === undefined || data.done !== (as === 'button')) return null;
  const open = (files: readonly File[]) => {
    holdFiles(files);
    router.push('/datasets/import');
  };
  if (as === 'button')
    return (
      <FileButton accept={EXAMPLE_FILES} onFiles={open}>
        Import examples
      </FileButton>
    );
  return (
    <Card
      title="Your own examples"
      description="Questions with the answers that you expect, as JSONL, JSON, CSV or TSV. The import proposes columns and a split, then leads to an experiment on them."
    >
      <DropZone busy={false} accept={EXAMPLE_FILES} onFiles={open} />
    </Card>
  );
}
