import { classNames } from '@/components/ui/class-names';
import type { RunDetailView } from '@/lib/contracts/run-shapes';
import { isEnded } from '@/lib/domain/run';
import type { RunState } from '@/lib/projection/run-state';
import { describeMeasurement } from '@/lib/view/numbers';
import { RunFact } from './run-fact';

interface ScoreFactProps {
  readonly run: RunDetailView;
  readonly state: RunState;
  readonly title: string;
}

/** Score of the original prompt and of the best one. A score in doubt is struck through, with the reason as its note. */
export function ScoreFact({ run, state, title }: ScoreFactProps) {
  const doubt = run.scoreDoubt;
  const best = state.measurements.findLast((point) => point.best)?.score ?? run.summary.bestScore;
  const seed = state.measurements.find((point) => !point.incomplete)?.score ?? run.summary.seedScore;
  if (seed === null && best === null)
    return (
      <RunFact name="Held-out score" title={title}>
        <span className="text-ink-faint">not measured{isEnded(run.status) ? '' : ' yet'}</span>
      </RunFact>
    );
  const from = seed === null ? null : describeMeasurement(seed);
  const to = best === null ? null : describeMeasurement(best);
  const said = to ?? from;
  const Value = doubt === null || doubt.code === 'exploratory' ? 'span' : 's';
  return (
    <RunFact
      name="Held-out score"
      title={doubt?.sentence ?? `${title}${from === null ? '' : `; original prompt ${from.whole}`}`}
      note={doubt?.word ?? `${said?.interval}, ${said?.n}`}
    >
      <Value className={classNames('numbers whitespace-nowrap', Value === 's' && 'text-ink-faint')}>
        {from === null || to === null ? null : <span className="text-ink-faint">{from.mean} → </span>}
        <span className="font-medium">{said?.mean}</span>
      </Value>
    </RunFact>
  );
}
