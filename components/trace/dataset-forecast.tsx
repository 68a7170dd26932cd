import type { UseQueryResult } from '@tanstack/react-query';
import { ProblemNotice } from '@/components/api/problem-notice';
import { SplitPowerNote } from '@/components/dataset/split-power-note';
import { TraceOriginFacts } from '@/components/dataset/trace-origin';
import { classNames } from '@/components/ui/class-names';
import { Notice } from '@/components/ui/notice';
import { SkeletonRows } from '@/components/ui/skeleton';
import type { TraceDatasetForecastView } from '@/lib/contracts/trace-datasets';
import { plural } from '@/lib/view/numbers';
import { partWords } from '@/lib/view/trace-example-words';

interface DatasetForecastProps {
  readonly forecast: UseQueryResult<TraceDatasetForecastView>;
  /** The form has changed since. */
  readonly isOld: boolean;
}

/** Examples, parts and what is left out, and why nothing can be made. */
export function DatasetForecast({ forecast, isOld }: DatasetForecastProps) {
  if (forecast.isError)
    return <ProblemNotice error={forecast.error} onRetry={() => void forecast.refetch()} />;
  if (forecast.data === undefined) return <SkeletonRows label="Loading the forecast" rows={4} />;
  const { examples, parts, origin, refusal } = forecast.data;
  return (
    <section
      aria-label="Forecast"
      aria-busy={isOld}
      className={classNames('flex flex-col gap-3 border-line border-t pt-4', isOld && 'opacity-55')}
    >
      <p className="numbers text-[0.8125rem]">
        <strong className="font-semibold">{plural(examples, 'example')}</strong> of{' '}
        {plural(origin.matched, 'trace')}
        {origin.isCut ? ' (the newest that match)' : ''}
        {parts === null ? '.' : `: ${partWords(parts)}.`}
      </p>
      {refusal === null ? null : (
        <Notice tone="honey" title={refusal.sentence}>
          <ul className="list-disc pl-5">
            {refusal.howToProceed.map((way) => (
              <li key={way}>{way}</li>
            ))}
          </ul>
        </Notice>
      )}
      <TraceOriginFacts origin={origin} />
      {refusal === null && parts !== null ? <SplitPowerNote parts={parts} /> : null}
    </section>
  );
}
