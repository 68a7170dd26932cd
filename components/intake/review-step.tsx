'use client';

import { FlaskConical } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { NO_EXPERIMENTS, useViewer } from '@/components/account/viewer';
import { ProblemNotice } from '@/components/api/problem-notice';
import { ChangedDefaults } from '@/components/fact/changed-defaults';
import { useFinishIntake } from '@/components/queries/use-intakes';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import type { IntakeView } from '@/lib/contracts/intakes';
import type { IntakeStep } from '@/lib/domain/intake';
import { REASON_MIN } from '@/lib/policy/intake';
import { STEP_WORDS, unexplainedChanges } from '@/lib/view/intake-words';
import { plural } from '@/lib/view/numbers';
import { EstimateCard } from './estimate-card';

interface ReviewStepProps {
  readonly view: IntakeView;
  readonly onStep: (step: IntakeStep) => void;
  readonly saveNow: () => Promise<void>;
}

const ARCHIVED = {
  sentence: 'This set-up is archived. Begin another one.',
  link: { href: '/intakes', label: 'Open the set-ups' },
};

/** Everything that is open or wrong in one list, each a way to its field; then what it takes, and the experiment. */
export function ReviewStep({ view, onStep, saveNow }: ReviewStepProps) {
  const { mayExperiment } = useViewer();
  const router = useRouter();
  const finish = useFinishIntake(view.id);
  const changed = view.defaults.filter((line) => line.changed);
  const make = async () => {
    await saveNow();
    finish.mutate(undefined, { onSuccess: (made) => router.push(`/experiments/${made.id}`) });
  };
  return (
    <>
      <OpenList view={view} onStep={onStep} />
      <EstimateCard view={view} />
      {view.power ? (
        <Notice tone={view.power.isEnough ? 'neutral' : 'honey'} title="What held-out can show">
          {view.power.sentence}
        </Notice>
      ) : null}
      {view.diagnosis && view.diagnosis.verdict !== 'go' ? (
        <Notice tone="honey" title="The serial run gives no go">
          {view.diagnosis.reason ?? 'It has no diagnosis.'} A parallel run will be refused until one says go.
        </Notice>
      ) : null}
      {view.canary ? <Notice title="In production">{view.canary.sentence}</Notice> : null}
      {changed.length > 0 ? (
        <section aria-label="Changed defaults" className="flex flex-col gap-2">
          <h3 className="font-medium text-[0.8125rem]">Changed defaults</h3>
          <ChangedDefaults lines={changed} />
        </section>
      ) : null}
      {finish.isError ? <ProblemNotice error={finish.error} /> : null}
      {view.experimentId === null ? (
        <Button
          variant="primary"
          className="self-start"
          blocked={mayExperiment ? (view.archivedAt === null ? undefined : ARCHIVED) : NO_EXPERIMENTS}
          busy={finish.isPending || finish.isSuccess}
          onClick={() => void make()}
        >
          <FlaskConical aria-hidden /> Create experiment
        </Button>
      ) : null}
    </>
  );
}

function OpenList({ view, onStep }: Pick<ReviewStepProps, 'view' | 'onStep'>) {
  const open = view.questions.map(({ step, field, question }) => ({ step, field, words: question }));
  const wrong = view.faults.map(({ step, field, message }) => ({ step, field, words: message }));
  const unexplained = unexplainedChanges(view.defaults).map(({ ruleId, title }) => ({
    ...{ step: 'defaults' as const, field: ruleId },
    words: `Why is “${title}” changed? In at least ${REASON_MIN} characters.`,
  }));
  const all = [...wrong, ...open, ...unexplained];
  if (all.length === 0) return <Notice tone="good" title="Every input is stated" />;
  return (
    <section
      aria-label="Still to be answered"
      className="rounded-lg border border-honey-line bg-honey-wash px-3.5 py-3"
    >
      <h3 className="font-medium text-[0.8125rem] text-honey-text">
        {plural(all.length, 'answer')} still needed; nothing is guessed
      </h3>
      <ul className="mt-2 flex flex-col gap-1.5">
        {all.map(({ step, field, words }) => (
          <li key={`${field}-${words}`} className="text-[0.8125rem]">
            <button
              type="button"
              className="min-h-6 text-left underline decoration-line-strong underline-offset-2 hover:decoration-ink"
              onClick={() => onStep(step)}
            >
              {STEP_WORDS[step].name}
            </button>
            : {words}
          </li>
        ))}
      </ul>
    </section>
  );
}
