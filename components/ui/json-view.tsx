'use client';

import { formatCount, plural } from '@/lib/view/numbers';
import { CopyButton } from './copy-button';
import { LongText } from './long-text';

/** Deeper levels open by hand, and long lists show their beginning. */
const OPEN_LEVELS = 2;
const ENTRIES_MAX = 100;

/** JSON as a tree that folds; the copy is always whole. */
export function JsonView({ value, what }: { readonly value: unknown; readonly what: string }) {
  return (
    <div className="relative min-w-0 rounded-md border border-line bg-sunken p-3 pr-11 font-mono text-ink-soft text-xs leading-relaxed">
      <Value value={value} level={0} />
      <div className="absolute top-1.5 right-1.5">
        <CopyButton text={JSON.stringify(value, null, 2) ?? ''} what={what} />
      </div>
    </div>
  );
}

function Value({ value, level }: { value: unknown; level: number }) {
  if (typeof value === 'string')
    return (
      <LongText text={value}>
        {(shown) => <span className="whitespace-pre-wrap break-words text-ink">“{shown}”</span>}
      </LongText>
    );
  if (typeof value !== 'object' || value === null)
    return <span className="text-honey-text">{String(value)}</span>;
  const isList = Array.isArray(value);
  const entries = Object.entries(value);
  if (entries.length === 0) return <span>{isList ? '[ ]' : '{ }'}</span>;
  return (
    <details open={level < OPEN_LEVELS} className="min-w-0">
      <summary className="w-fit cursor-pointer text-ink-faint">
        {isList ? plural(entries.length, 'entry', 'entries') : plural(entries.length, 'field')}
      </summary>
      <ul className="mt-0.5 flex min-w-0 flex-col gap-0.5 border-line border-l pl-3">
        {entries.slice(0, ENTRIES_MAX).map(([name, one]) => (
          <li key={name} className="flex min-w-0 flex-wrap items-baseline gap-x-2">
            <span className="text-ink-faint">{isList ? Number(name) + 1 : name}:</span>
            <div className="min-w-0 flex-1 basis-40">
              <Value value={one} level={level + 1} />
            </div>
          </li>
        ))}
        {entries.length > ENTRIES_MAX ? (
          <li className="text-ink-faint">
            {formatCount(entries.length - ENTRIES_MAX)} more are left out here; copy to have them all
          </li>
        ) : null}
      </ul>
    </details>
  );
}
