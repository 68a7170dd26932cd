'use client';

import { Upload } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useRef, useState } from 'react';
import { tellProblem } from '@/components/api/tell-problem';
import { Button } from '@/components/ui/button';
import type { ConfigurationCheckView } from '@/lib/contracts/configuration-files';
import { ImportConfigurationDialog } from './import-configuration-dialog';
import { useCheckConfiguration, useImportConfiguration } from './use-configuration-file';

interface Asked {
  readonly text: string;
  readonly check: ConfigurationCheckView;
}

/** Reads a configuration file and makes a new experiment of it; asks first where this workspace lacks what it names. */
export function ImportConfigurationButton() {
  const router = useRouter();
  const input = useRef<HTMLInputElement>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const check = useCheckConfiguration();
  const read = useImportConfiguration();
  const send = async (file: File | undefined) => {
    if (file === undefined) return;
    const text = await file.text();
    check.mutate(text, {
      onError: tellProblem,
      onSuccess: (found) => {
        if (found.faults.length > 0 || found.foreign.length > 0 || found.isNameTaken) {
          setAsked({ text, check: found });
          return;
        }
        read.mutate(
          { text },
          { onError: tellProblem, onSuccess: (made) => router.push(`/experiments/${made.id}`) },
        );
      },
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
          // The same file can be chosen again once it is fixed.
          event.target.value = '';
        }}
      />
      <Button variant="ghost" busy={check.isPending || read.isPending} onClick={() => input.current?.click()}>
        <Upload aria-hidden /> Import configuration
      </Button>
      {asked ? <ImportConfigurationDialog {...asked} onClose={() => setAsked(null)} /> : null}
    </>
  );
}
