'use client';

import { Tag } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { useViewer } from '@/components/account/viewer';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import type { Tagged } from './use-tags';

const TagDialog = dynamic(() => import('./tag-dialog').then((part) => part.TagDialog), { ssr: false });

interface TagEditorProps {
  readonly of: Tagged;
  readonly id: string;
  readonly tags: readonly string[];
}

/** The tags of one run or experiment on its own page, and the way to change them. */
export function TagEditor({ of, id, tags }: TagEditorProps) {
  const { mayExperiment } = useViewer();
  const [edits, setEdits] = useState(false);
  if (tags.length === 0 && !mayExperiment) return null;
  return (
    <span className="mt-1 flex flex-wrap items-center gap-1">
      {tags.map((tag) => (
        <Badge key={tag} icon={Tag}>
          {tag}
        </Badge>
      ))}
      {mayExperiment ? (
        <Button variant="link" size="inline" className="text-xs" onClick={() => setEdits(true)}>
          {tags.length === 0 ? 'Add tags' : 'Edit tags'}
        </Button>
      ) : null}
      {edits ? (
        <TagDialog
          of={of}
          ids={[id]}
          title="Tags"
          shared={tags}
          borne={tags}
          onClose={() => setEdits(false)}
        />
      ) : null}
    </span>
  );
}
