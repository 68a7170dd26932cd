import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import type { FactData } from '@/lib/domain/ledger-entry';
import type { LineageNote } from '@/lib/projection/run-state';
import { reseededSentence, settledSentence } from '@/lib/words/pool';

const isReseeded = (note: LineageNote): note is FactData['pool.reseeded'] => 'fromHash' in note;

/** Fresh lineages that were tried after a collapse, and which one went on. */
export function LineageNotes({ notes }: { notes: readonly LineageNote[] }) {
  if (notes.length === 0) return null;
  return (
    <Card title="Lineages tried" description="Newest first; judged on selection, never on held-out">
      <ul className="divide-y divide-line text-[0.8125rem]">
        {[...notes].reverse().map((note) => (
          <li
            key={`${note.iteration}-${isReseeded(note)}`}
            className="flex flex-wrap items-baseline gap-x-3 gap-y-1 py-2"
          >
            <Badge tone={isReseeded(note) ? 'honey' : 'neutral'}>
              {isReseeded(note) ? 'started anew' : 'settled'}
            </Badge>
            <span className="numbers text-ink-faint">iteration {note.iteration + 1}</span>
            <span className="min-w-0 flex-1 basis-60 text-ink-soft">
              {isReseeded(note) ? reseededSentence(note) : settledSentence(note)}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
