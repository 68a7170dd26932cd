'use client';

import { ProblemNotice } from '@/components/api/problem-notice';
import { ForecastList } from '@/components/diagnosis/forecast-list';
import { usePlanForecast } from '@/components/run-plan/use-run-plans';
import { Button } from '@/components/ui/button';
import { DefinitionList } from '@/components/ui/definition-list';
import { Dialog } from '@/components/ui/dialog';
import { SkeletonRows } from '@/components/ui/skeleton';
import type { RunDetailView } from '@/lib/contracts/run-shapes';
import { plannedWords } from '@/lib/view/run-plan-words';
import { estimateBasisSentence } from '@/lib/words/estimate-basis';
import { useStartRun } from './use-start-run';

interface BaselineDialogProps {
  readonly run: Pick<RunDetailView, 'experimentId' | 'experimentName'>;
  readonly onClose: () => void;
}

/** Starts the serial baseline of an experiment, with cost and time first. */
export function BaselineDialog({ run, onClose }: BaselineDialogProps) {
  const forecast = usePlanForecast(run.experimentId);
  const start = useStartRun();
  const serial =
    forecast.data && plannedWords(forecast.data, false).lines.find(({ step }) => step === 'serial');
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Run serial baseline"
      description={`${run.experimentName}, one training example at a time and without the traces. Its diagnosis says go, no-go or undecided.`}
      footer={
        <>
          {start.isError ? <ProblemNotice className="w-full" error={start.error} /> : null}
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={serial === undefined}
            busy={start.isPending || start.isSuccess}
            onClick={() =>
              start.mutate(
                { experimentId: run.experimentId, kind: 'serialBaseline' },
                { onSuccess: () => onClose() },
              )
            }
          >
            Start baseline
          </Button>
        </>
      }
    >
      {forecast.isPending ? <SkeletonRows label="Estimating the baseline" rows={4} /> : null}
      {forecast.isError ? <ProblemNotice error={forecast.error} onRetry={() => forecast.refetch()} /> : null}
      {forecast.data && serial ? (
        <div className="flex min-w-0 flex-col gap-4">
          <DefinitionList
            className="sm:grid-cols-1"
            items={[
              { term: 'Time', value: `about ${serial.time}` },
              { term: 'Cost', value: serial.cost },
              { term: 'Rollouts', value: `about ${serial.rollouts}` },
            ]}
          />
          <ForecastList forecast={forecast.data.diagnosisForecast} />
          <p className="text-ink-faint text-xs">{estimateBasisSentence(forecast.data)}</p>
        </div>
      ) : null}
    </Dialog>
  );
}
