'use client';

import { useQuery } from '@tanstack/react-query';
import { callApi } from '@/components/api/client';
import { ProblemNotice } from '@/components/api/problem-notice';
import { keptFigures } from '@/components/ui/kept-figures';
import { Notice } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/skeleton';
import { type CandidatePrivacyView, getCandidatePrivacy } from '@/lib/contracts/privacy';
import { describeLeak, describeSpans } from '@/lib/view/privacy-words';

interface PrivacyNoticeProps {
  readonly runId: string;
  readonly hash: string;
  readonly text: string;
}

/** Personal data in a version, and how much of it repeats training examples. */
export function PrivacyNotice({ runId, hash, text }: PrivacyNoticeProps) {
  const privacy = useQuery({
    queryKey: ['candidate-privacy', runId, hash],
    // A candidate never changes, and neither do its run's training examples.
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => callApi(getCandidatePrivacy, { params: { runId, hash }, signal }),
  });
  if (privacy.isPending) return <Skeleton className="mb-4 h-12" />;
  if (privacy.isError)
    return <ProblemNotice className="mb-4" error={privacy.error} onRetry={() => privacy.refetch()} />;
  const { spans, leak } = privacy.data;
  return (
    <Notice className="mb-4" tone={spans.length > 0 ? 'honey' : 'neutral'} title={describeSpans(spans)}>
      <p className="numbers">{keptFigures(describeLeak(leak))}</p>
      {leak.worst.length > 0 ? <CopiedPieces leak={leak} text={text} /> : null}
    </Notice>
  );
}

const SHOWN_MAX = 300;

function CopiedPieces({ leak, text }: { leak: CandidatePrivacyView['leak']; text: string }) {
  return (
    <details className="mt-1">
      <summary className="cursor-pointer">Show the longest copied pieces</summary>
      <ul className="mt-1 flex flex-col gap-1">
        {leak.worst.map(({ start, end, words, exampleId }) => (
          <li key={start}>
            {words} words, the first {leak.n} from example <span className="font-mono">{exampleId}</span>:{' '}
            <q>{text.slice(start, Math.min(end, start + SHOWN_MAX))}</q>
            {end - start > SHOWN_MAX ? '…' : ''}
          </li>
        ))}
      </ul>
    </details>
  );
}
