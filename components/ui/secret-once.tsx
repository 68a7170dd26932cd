'use client';

import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { Dialog } from '@/components/ui/dialog';
import { Notice } from '@/components/ui/notice';

interface SecretOnceProps {
  readonly title: string;
  readonly what: string;
  readonly secret: string;
  /** More to hand over with the secret, as one text to copy. */
  readonly together?: { readonly text: string; readonly what: string; readonly label: string };
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Shows a secret this once; closing the dialog forgets it. */
export function SecretOnce({ title, what, secret, together, onClose, children }: SecretOnceProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      footer={
        <Button variant="primary" onClick={onClose}>
          I have it
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <Notice tone="honey">{children}</Notice>
        <div className="flex items-center gap-2 rounded-md border border-line bg-sunken py-1.5 pr-1.5 pl-3">
          <code className="min-w-0 flex-1 break-all font-mono text-xs" data-testid="secret">
            {secret}
          </code>
          <CopyButton text={secret} what={what} label="Copy" />
        </div>
        {together ? (
          <div className="flex flex-col items-start gap-2 rounded-md border border-line bg-sunken px-3 py-2">
            <pre className="max-w-full whitespace-pre-wrap break-words font-mono text-xs">
              {together.text}
            </pre>
            <CopyButton {...together} />
          </div>
        ) : null}
      </div>
    </Dialog>
  );
}
