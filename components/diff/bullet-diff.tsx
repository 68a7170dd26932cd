import { BulletCounts } from '@/components/fact/bullet-counts';
import { Badge } from '@/components/ui/badge';
import { ScrollBox } from '@/components/ui/scroll-box';
import { type BulletChange, diffBullets } from '@/lib/view/playbook-diff';
import { DiffText } from './diff-text';

const KINDS = {
  added: { word: '+ added', tone: 'good' },
  removed: { word: '− removed', tone: 'bad' },
  changed: { word: '± changed', tone: 'honey' },
  counted: { word: 'counters only', tone: 'neutral' },
} as const;

export function BulletDiff({ before, after }: { before: string; after: string }) {
  const changes = diffBullets(before, after);
  if (changes.length === 0)
    return (
      <p className="py-8 text-center text-[0.8125rem] text-ink-faint">
        The bullets of both versions are the same.
      </p>
    );
  return (
    <ScrollBox
      label="Difference by bullet"
      className="fade-ends max-h-[40rem] overflow-y-auto rounded-md border border-line"
    >
      <ul className="divide-y divide-line">
        {changes.map((change) => (
          <Change key={change.id} change={change} />
        ))}
      </ul>
    </ScrollBox>
  );
}

function Change({ change }: { change: BulletChange }) {
  const { word, tone } = KINDS[change.kind];
  return (
    <li className="flex flex-col gap-1 px-3 py-2 text-[0.8125rem]">
      <span className="flex flex-wrap items-center gap-2">
        <Badge tone={tone}>{word}</Badge>
        <span className="font-mono text-ink-faint text-xs">{change.id}</span>
        <span className="min-w-0 flex-1 truncate text-ink-faint text-xs">{change.section}</span>
        <BulletCounts helpful={change.helpful} harmful={change.harmful} />
      </span>
      <p className="break-words">
        <DiffText parts={change.parts} />
      </p>
    </li>
  );
}
