'use client';

import { GitCompareArrows } from 'lucide-react';
import { ExperimentHeadline } from '@/components/cost/experiment-headline';
import { SpeedupConditionsCard } from '@/components/diagnosis/speedup-conditions-card';
import { StatedInputsCard } from '@/components/fact/stated-inputs-card';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { DefinitionList } from '@/components/ui/definition-list';
import { Fold } from '@/components/ui/fold';
import { Link } from '@/components/ui/link';
import type { ExperimentView } from '@/lib/contracts/experiments';
import type { RunView } from '@/lib/contracts/run-shapes';
import { describeExperiment } from '@/lib/view/experiment-lines';
import { ChosenAgent } from './chosen-agent';
import { EvaluationCard } from './evaluation-card';

interface ExperimentDetailsProps {
  readonly experiment: ExperimentView;
  readonly runs: readonly RunView[];
}

/** Settings, conditions of a speed-up, and cost: closed until a reader opens them. */
export function ExperimentDetails({ experiment, runs }: ExperimentDetailsProps) {
  const { id } = experiment;
  return (
    <Card>
      <div className="flex flex-col gap-3">
        <Fold summary="Settings">
          <div className="flex flex-col gap-3">
            <SettingsCard experiment={experiment} />
            <StatedInputsCard experimentId={id} />
          </div>
        </Fold>
        <Fold summary="Conditions for a speedup">
          <SpeedupConditionsCard experimentId={id} />
        </Fold>
        {experiment.runs > 0 ? (
          <Fold summary="Cost">
            <div className="flex flex-col gap-3">
              <ExperimentHeadline runs={runs} />
              <EvaluationCard experimentId={id} practice={runs.some((run) => run.practice)} />
            </div>
          </Fold>
        ) : null}
      </div>
    </Card>
  );
}

function SettingsCard({ experiment }: { experiment: ExperimentView }) {
  return (
    <Card
      title="Settings"
      actions={
        <>
          <Button asChild size="sm">
            <Link href={`/experiments/${experiment.id}/difference`}>
              <GitCompareArrows aria-hidden /> Compare settings
            </Link>
          </Button>
          {(['yaml', 'json'] as const).map((format) => (
            <Button asChild size="sm" key={format}>
              <a href={`/api/v1/experiments/${experiment.id}/configuration?format=${format}`} download>
                Export {format.toUpperCase()}
              </a>
            </Button>
          ))}
        </>
      }
    >
      <DefinitionList
        items={[
          { term: 'Agent', value: <ChosenAgent agentId={experiment.config.agentId} /> },
          ...describeExperiment(experiment),
        ]}
      />
    </Card>
  );
}
