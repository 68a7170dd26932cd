'use client';

import { Upload } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { UploadTraces } from './upload-traces';

/** Button that opens the import of files. */
export function UploadButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Upload aria-hidden /> Import files
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Import traces"
        description="JSON, JSONL, gzip or zip, at most 50 MB: exports of Langfuse or Phoenix, OTLP, ATIF, SWE-agent, tau-bench, session logs and messages."
        footer={<Button onClick={() => setOpen(false)}>Close</Button>}
      >
        <UploadTraces />
      </Dialog>
    </>
  );
}
