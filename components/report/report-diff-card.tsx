'use client';

import { ProblemNotice } from '@/components/api/problem-notice';
import { Card } from '@/components/ui/card';
import { SkeletonRows } from '@/components/ui/skeleton';
import type { ReportDiffView } from '@/lib/contracts/reports';
import { useReportDiff } from './use-reports';

type Parts = NonNullable<ReportDiffView['headline']>;

/** Changes from another version, section by section; lines that say the same are left out. */
export function ReportDiffCard({ reportId, against }: { reportId: string; against: string }) {
  const diff = useReportDiff(reportId, against);
  if (diff.isPending)
    return (
      <Card title="What changed">
        <SkeletonRows label="Comparing the versions" rows={3} />
      </Card>
    );
  if (diff.isError)
    return (
      <Card title="What changed">
        <ProblemNotice error={diff.error} onRetry={() => diff.refetch()} />
      </Card>
    );
  const { before, after, headline, sections } = diff.data;
  const isSame = headline === null && sections.length === 0;
  return (
    <Card title={`What changed from version ${before.version} to version ${after.version}`}>
      <div className="flex min-w-0 flex-col gap-3 text-[0.8125rem] text-ink-soft leading-relaxed">
        {isSame ? <p>The two say the same.</p> : null}
        {headline === null ? null : <Changed label="Headline" parts={headline} />}
        {sections.map(({ number, title, lines }) => (
          <div key={number} className="flex min-w-0 flex-col gap-1.5">
            <h3 className="font-semibold text-ink">
              {number}. {title}
            </h3>
            {lines.map(({ label, parts }) => (
              <Changed key={label} label={label} parts={parts} />
            ))}
          </div>
        ))}
      </div>
    </Card>
  );
}

const LOOKS = {
  same: { Tag: 'span', look: '' },
  added: { Tag: 'ins', look: 'bg-good-wash text-good' },
  removed: { Tag: 'del', look: 'bg-bad-wash text-bad' },
} as const;

function Changed({ label, parts }: { label: string; parts: Parts }) {
  return (
    <div className="min-w-0">
      <p className="font-medium text-ink">{label}</p>
      <p className="whitespace-pre-line break-words">
        {parts.map(({ text, mark }, index) => {
          const { Tag, look } = LOOKS[mark];
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have no name and never change their order.
            <Tag key={index} className={look}>
              {text}
            </Tag>
          );
        })}
      </p>
    </div>
  );
}
