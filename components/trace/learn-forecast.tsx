import { Badge } from '@/components/ui/badge';
import { DefinitionList } from '@/components/ui/definition-list';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import type { TraceLearningForecastView } from '@/lib/contracts/trace-learning';
import { PRACTICE_LABEL } from '@/lib/view/number-origin';
import { formatCount, formatDuration, formatUsd, NOT_KNOWN, plural } from '@/lib/view/numbers';
import { OUTCOME_WORDS } from '@/lib/view/trace-filter-address';
import { estimateBasisSentence } from '@/lib/words/estimate-basis';
import { RefusalNotice } from './refusal-notice';

interface LearnForecastProps {
  readonly forecast: TraceLearningForecastView;
  readonly experimentId: string;
}

/** Forecast of a run over the traces: its sample, cost and time, its standing, and why it cannot start. */
export function LearnForecast({ forecast, experimentId }: LearnForecastProps) {
  const { expected, refusal } = forecast;
  return (
    <>
      {refusal === null ? null : <RefusalNotice refusal={refusal} />}
      {forecast.sample.matched === 0 ? null : <Sample forecast={forecast} />}
      {expected === null ? null : (
        <>
          <DefinitionList
            items={[
              { term: 'Reflections', value: formatCount(expected.reflections) },
              {
                term: 'Batches',
                value: `${plural(expected.iterations, 'iteration')} of about ${formatCount(expected.batchSize)}`,
              },
              { term: 'Fresh rollouts on held-out', value: formatCount(expected.heldOut) },
              { term: 'Time', value: `about ${formatDuration(expected.totalMs)}` },
              {
                term: 'Cost',
                value: expected.isPriced ? `about ${formatUsd(expected.usd)}` : NOT_KNOWN,
              },
              { term: 'Tokens', value: `about ${formatCount(Math.round(expected.tokens))}` },
            ]}
          />
          {expected.practice ? (
            <span>
              <Badge tone="info">{PRACTICE_LABEL}</Badge>
            </span>
          ) : null}
          <p className="text-ink-faint text-xs">{estimateBasisSentence(expected)}</p>
          <Standing forecast={forecast} experimentId={experimentId} />
        </>
      )}
    </>
  );
}

function Sample({ forecast: { sample } }: { readonly forecast: TraceLearningForecastView }) {
  const { matched, unjudged, doubles, drawn, strata, isCut } = sample;
  return (
    <section aria-label="Sample" className="flex flex-col gap-2 text-[0.8125rem]">
      <p className="numbers">
        <strong className="font-semibold">{plural(drawn, 'trace')}</strong> of {formatCount(matched)}
        {isCut ? ' (the newest that match)' : ''}: {formatCount(unjudged)} without a judgement and{' '}
        {plural(doubles, 'duplicate')} are left out.
      </p>
      {strata.length === 0 ? null : (
        <table className="numbers w-full text-xs">
          <thead className="text-left text-ink-faint">
            <tr>
              <th className="py-1 font-normal">Outcome</th>
              <th className="py-1 font-normal">First tool</th>
              <th className="py-1 text-right font-normal">Matching</th>
              <th className="py-1 text-right font-normal">Drawn</th>
            </tr>
          </thead>
          <tbody>
            {strata.slice(0, STRATA_SHOWN).map(({ outcome, tool, there, drawn: taken }) => (
              <tr key={`${outcome} ${tool}`} className="border-line border-t">
                <td className="py-1">{OUTCOME_WORDS[outcome]}</td>
                <td className="py-1 font-mono">{tool || 'none'}</td>
                <td className="py-1 text-right">{formatCount(there)}</td>
                <td className="py-1 text-right">{formatCount(taken)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {strata.length > STRATA_SHOWN ? (
        <p className="text-ink-faint text-xs">And {plural(strata.length - STRATA_SHOWN, 'smaller group')}.</p>
      ) : null}
    </section>
  );
}

const STRATA_SHOWN = 8;

/** A prompt that traces taught is unmeasured until the run's end, and exploratory until a diagnosis says go. */
function Standing({ forecast: { kind, diagnosis }, experimentId }: LearnForecastProps) {
  if (kind === 'combee') return null;
  if (kind === 'comparisonPoint')
    return (
      <Notice title="A yardstick">One call over all reflections is measured, and cannot be promoted.</Notice>
    );
  return (
    <Notice tone="honey" title="Exploratory">
      {diagnosis === null
        ? 'No serial diagnosis of this experiment exists yet, so the learned prompt is measured and labelled, and cannot be promoted. '
        : 'The serial diagnosis is undecided, so the learned prompt is measured and labelled, and cannot be promoted. '}
      <Link href={`/experiments/${experimentId}`} className="underline underline-offset-2">
        Run the plan of the experiment
      </Link>{' '}
      to get a go.
    </Notice>
  );
}
