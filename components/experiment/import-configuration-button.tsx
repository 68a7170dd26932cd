'use client';

import { Upload } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useRef } from 'react';
import { tellProblem } from '@/components/api/tell-problem';
import { Button } from '@/components/ui/button';
import { useImportConfiguration } from './use-experiments';

/** Reads a configuration file and makes a new experiment of it; what is wrong with the file is told by name. */
export function ImportConfigurationButton() {
  const router = useRouter();
  const input = useRef<HTMLInputElement>(null);
  const read = useImportConfiguration();
  const send = async (file: File | undefined) => {
    if (file === undefined) return;
    read.mutate(await file.text(), {
      onError: tellProblem,
      onSuccess: (experiment) => router.push(`/experiments/${experiment.id}`),
    });
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".yaml,.yml,.json"
        aria-label="Configuration file"
        className="hidden"
        onChange={(event) => {
          void send(event.target.files?.[0]);
          // The same file can be chosen again once it is mended.
          event.target.value = '';
        }}
      />
      <Button variant="ghost" busy={read.isPending} onClick={() => input.current?.click()}>
        <Upload aria-hidden /> Import configuration
      </Button>
    </>
  );
}
