'use client';

import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { CopyButton } from '@/components/ui/copy-button';
import { ScrollBox } from '@/components/ui/scroll-box';
import { Segmented } from '@/components/ui/segmented';
import { readBullets } from '@/lib/projection/playbook-bullets';
import { diffByWord } from '@/lib/view/prompt-diff';
import { BulletDiff } from './bullet-diff';
import { DiffText } from './diff-text';
import { LineDiff } from './line-diff';
import { SideDiff } from './side-diff';

const LAYOUTS = ['inline', 'sides'] as const;
const WAYS = ['lines', 'words', 'bullets'] as const;
export type DiffWay = (typeof WAYS)[number];

interface PromptDiffProps {
  readonly before: string;
  readonly after: string;
}

/** Two prompts against each other; the unit, and one column or two, are in the address. */
export function PromptDiff({ before, after }: PromptDiffProps) {
  const [chosen, setWay] = useQueryState('diff', parseAsStringLiteral(WAYS).withDefault('lines'));
  const hasBullets = readBullets(before).length + readBullets(after).length > 0;
  const way = chosen === 'bullets' && !hasBullets ? 'lines' : chosen;
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <Segmented
        label="Difference by"
        value={way}
        onChange={setWay}
        options={[
          { value: 'lines', label: 'Lines' },
          { value: 'words', label: 'Words' },
          ...(hasBullets ? ([{ value: 'bullets', label: 'Bullets' }] as const) : []),
        ]}
      />
      <DiffBy way={way} before={before} after={after} />
    </div>
  );
}

/** The difference alone, by a given unit. Bullets are matched by their id. */
export function DiffBy({ way, before, after }: PromptDiffProps & { readonly way: DiffWay }) {
  const [layout, setLayout] = useQueryState('layout', parseAsStringLiteral(LAYOUTS).withDefault('inline'));
  if (before === after)
    return (
      <p className="py-8 text-center text-[0.8125rem] text-ink-faint">Both say the same, letter by letter.</p>
    );
  if (way === 'bullets') return <BulletDiff before={before} after={after} />;
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Segmented
          label="Layout"
          value={layout}
          onChange={setLayout}
          options={[
            { value: 'inline', label: 'Inline' },
            { value: 'sides', label: 'Side by side' },
          ]}
        />
        <span className="flex flex-wrap">
          <CopyButton text={before} what="the text before" label="Copy before" />
          <CopyButton text={after} what="the text after" label="Copy after" />
        </span>
      </div>
      {layout === 'sides' ? (
        <SideDiff before={before} after={after} />
      ) : way === 'words' ? (
        <WordDiff before={before} after={after} />
      ) : (
        <LineDiff before={before} after={after} />
      )}
    </div>
  );
}

function WordDiff({ before, after }: PromptDiffProps) {
  return (
    <ScrollBox
      label="Difference by word"
      className="fade-ends max-h-[40rem] overflow-auto rounded-md border border-line"
    >
      <p className="whitespace-pre-wrap break-words p-3 font-mono text-ink-soft text-xs leading-relaxed">
        <DiffText parts={diffByWord(before, after)} />
      </p>
    </ScrollBox>
  );
}
