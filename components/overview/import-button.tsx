'use client';

import { useRouter } from 'next/navigation';
import { useViewer } from '@/components/account/viewer';
import { EXAMPLE_FILES, holdFiles } from '@/components/dataset/held-files';
import { FileButton } from '@/components/ui/file-button';

/** Opens the import with the files that were chosen. */
export function useFileImport() {
  const router = useRouter();
  return (files: readonly File[]) => {
    holdFiles(files);
    router.push('/datasets/import');
  };
}

/** The shortest way to an experiment on a person's own examples. */
export function ImportButton() {
  const { mayExperiment } = useViewer();
  const open = useFileImport();
  if (!mayExperiment) return null;
  return (
    <FileButton accept={EXAMPLE_FILES} onFiles={open}>
      Import examples
    </FileButton>
  );
}
