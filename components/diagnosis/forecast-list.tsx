import { TriangleAlert } from 'lucide-react';
import type { DiagnosisForecastView } from '@/lib/contracts/diagnosis-forecast';
import { forecastIntro, forecastLines, scheduleWarning } from '@/lib/view/diagnosis-forecast-lines';

/** Shows the likely extra cost of a serial diagnosis before the run starts, and whether its cap is enough. */
export function ForecastList({ forecast }: { forecast: DiagnosisForecastView }) {
  const lines = forecastLines(forecast);
  const warning = scheduleWarning(forecast);
  return (
    <section aria-label="Cost of the serial diagnosis" className="flex min-w-0 flex-col gap-1.5 text-xs">
      <p className="numbers text-ink-soft">
        <span className="font-medium text-ink">Serial diagnosis.</span> {forecastIntro(forecast)}
      </p>
      {lines.length > 0 ? (
        <dl className="flex flex-col gap-1">
          {lines.map(({ term, value, isShort }) => (
            <div key={term} className="flex min-w-0 flex-wrap items-baseline justify-between gap-x-4">
              <dt className="text-ink-faint">{term}</dt>
              <dd
                className={`numbers inline-flex items-center gap-1 ${isShort ? 'text-honey-text' : 'text-ink'}`}
              >
                {isShort ? <TriangleAlert className="size-3 shrink-0" aria-hidden /> : null}
                {value}
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
      {warning ? (
        <p className="flex items-start gap-1 text-honey-text">
          <TriangleAlert className="mt-0.5 size-3 shrink-0" aria-hidden />
          {warning}
        </p>
      ) : null}
    </section>
  );
}
