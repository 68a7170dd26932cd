'use client';

import { Check, CircleAlert, CircleDashed, Loader2 } from 'lucide-react';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { useViewer } from '@/components/account/viewer';
import { ProblemNotice } from '@/components/api/problem-notice';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { classNames } from '@/components/ui/class-names';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { PageHeader } from '@/components/ui/page-header';
import type { IntakeView as Intake } from '@/lib/contracts/intakes';
import { INTAKE_STEPS, type IntakeStep } from '@/lib/domain/intake';
import { REASON_MIN } from '@/lib/policy/intake';
import { STEP_WORDS, unexplainedChanges } from '@/lib/view/intake-words';
import { ArchiveButton } from './archive-button';
import { DefaultsStep } from './defaults-step';
import { HardwareStep, SerialStep, TaskStep } from './first-steps';
import type { StepForm } from './intake-fields';
import { KnownValues } from './known-values';
import { BudgetStep, EvalSetStep, FailureStep } from './later-steps';
import { ReviewStep } from './review-step';
import { type SaveState, useIntakeDraft } from './use-intake-draft';

/** The guided set-up: a step a page part, each with an address of its own; it saves itself. */
export function IntakeView({ initial }: { initial: Intake }) {
  const { mayExperiment } = useViewer();
  const intake = useIntakeDraft(initial);
  const { draft, view } = intake;
  const [step, setStep] = useQueryState(
    'step',
    parseAsStringLiteral(INTAKE_STEPS).withDefault('task').withOptions({ history: 'push', scroll: true }),
  );
  const isOpen = mayExperiment && view.experimentId === null && view.archivedAt === null;
  const form: StepForm = {
    answers: draft.answers,
    reasons: draft.reasons,
    view,
    change: intake.change,
    setReason: intake.setReason,
    fault: faultsOf(view, draft.reasons),
  };
  const next = INTAKE_STEPS[INTAKE_STEPS.indexOf(step) + 1];
  const previous = INTAKE_STEPS[INTAKE_STEPS.indexOf(step) - 1];
  return (
    <>
      <PageHeader
        crumbs={[{ label: 'Guided set-up', href: '/intakes' }]}
        title={draft.name || view.name}
        description={`${view.answered} of ${view.total} inputs stated. Nothing is filled in for you; what is known is offered with its source.`}
        badges={<SaveBadge state={intake.state} />}
        actions={isOpen ? <ArchiveButton id={view.id} name={draft.name || view.name} /> : null}
      />
      {view.experimentId ? (
        <Notice tone="good" className="mb-4" title="It has become an experiment">
          <Link href={`/experiments/${view.experimentId}`} className="underline underline-offset-2">
            Go to the experiment
          </Link>
        </Notice>
      ) : null}
      {isOpen ? <KnownValues form={form} /> : null}
      <SaveProblem state={intake.state} problem={intake.problem} onRetry={() => void intake.saveNow()} />
      <div className="grid gap-4 lg:grid-cols-[14rem_minmax(0,1fr)]">
        <StepList view={view} step={step} onStep={(to) => void setStep(to)} />
        <Card title={STEP_WORDS[step].name} description={STEP_WORDS[step].hint}>
          <fieldset disabled={!isOpen} className="flex min-w-0 flex-col gap-4">
            <legend className="sr-only">{STEP_WORDS[step].name}</legend>
            {step === 'task' ? (
              <Field id="in-name" label="Name of the experiment">
                {(control) => (
                  <Input
                    {...control}
                    value={draft.name}
                    onChange={(event) => intake.rename(event.target.value)}
                  />
                )}
              </Field>
            ) : null}
            <StepContent step={step} form={form} />
          </fieldset>
          {/* Outside: a disabled fieldset would take its blocked button out of the order of Tab. */}
          {step === 'review' ? (
            <div className="flex min-w-0 flex-col gap-4">
              <ReviewStep view={view} onStep={(to) => void setStep(to)} saveNow={intake.saveNow} />
            </div>
          ) : null}
          <div className="mt-6 flex justify-between gap-2">
            {previous ? <Button onClick={() => void setStep(previous)}>Back</Button> : <span />}
            {next ? (
              <Button
                variant={step === 'review' ? 'secondary' : 'primary'}
                onClick={() => void setStep(next)}
              >
                Next: {STEP_WORDS[next].name}
              </Button>
            ) : null}
          </div>
        </Card>
      </div>
    </>
  );
}

/** A fault is shown at its field at once; missing answers are requested in the review. */
function faultsOf(view: Intake, reasons: StepForm['reasons']) {
  return (field: string): string | undefined => {
    const [, ruleId] = field.split('reasons.');
    if (ruleId === undefined) return view.faults.find((fault) => fault.field === field)?.message;
    const reason = (reasons[ruleId] ?? '').trim();
    return reason !== '' && reason.length < REASON_MIN ? `At least ${REASON_MIN} characters.` : undefined;
  };
}

function StepContent({ step, form }: { step: IntakeStep; form: StepForm }) {
  switch (step) {
    case 'task':
      return <TaskStep form={form} />;
    case 'serial':
      return <SerialStep form={form} />;
    case 'hardware':
      return <HardwareStep form={form} />;
    case 'budget':
      return <BudgetStep form={form} />;
    case 'evalSet':
      return <EvalSetStep form={form} />;
    case 'failureCost':
      return <FailureStep form={form} />;
    case 'defaults':
      return <DefaultsStep form={form} />;
    case 'review':
      return null;
  }
}

function StepList({
  view,
  step,
  onStep,
}: {
  view: Intake;
  step: IntakeStep;
  onStep: (step: IntakeStep) => void;
}) {
  const isMade = view.experimentId !== null;
  return (
    <nav aria-label="Steps of the set-up">
      <ol className="flex flex-wrap gap-1 lg:flex-col">
        {INTAKE_STEPS.map((one) => {
          const open =
            one === 'defaults'
              ? unexplainedChanges(view.defaults).length
              : view.questions.filter((question) => question.step === one).length;
          const wrong = view.faults.some((fault) => fault.step === one);
          return (
            <li key={one}>
              <button
                type="button"
                aria-current={one === step ? 'step' : undefined}
                onClick={() => onStep(one)}
                className={classNames(
                  'flex w-full items-center gap-2 rounded-md px-2.5 py-1.5 text-left text-[0.8125rem]',
                  one === step ? 'bg-honey-wash font-medium text-ink' : 'text-ink-soft hover:bg-hover',
                )}
              >
                <StepIcon
                  open={open}
                  wrong={wrong}
                  isAsked={isMade || (one !== 'review' && one !== 'defaults')}
                />
                {STEP_WORDS[one].name}
                {open > 0 ? (
                  <span className="numbers ml-auto text-ink-faint text-xs">{open} open</span>
                ) : null}
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

function StepIcon({ open, wrong, isAsked }: { open: number; wrong: boolean; isAsked: boolean }) {
  if (wrong) return <CircleAlert className="size-4 shrink-0 text-bad" aria-label="something is wrong" />;
  if (!isAsked || open > 0) return <CircleDashed className="size-4 shrink-0 text-ink-faint" aria-hidden />;
  return <Check className="size-4 shrink-0 text-good" aria-label="stated" />;
}

const SAVE_WORDS: Readonly<Record<SaveState, string>> = {
  saved: 'Saved',
  saving: 'Saving',
  waiting: 'Not saved yet',
  failed: 'Not saved',
  conflict: 'Not saved: changed by another person',
};

function SaveBadge({ state }: { state: SaveState }) {
  return (
    <span role="status" className="inline-flex items-center gap-1 text-ink-faint text-xs">
      {state === 'saving' ? <Loader2 className="size-3 animate-spin" aria-hidden /> : null}
      {state === 'saved' ? <Check className="size-3" aria-hidden /> : null}
      {SAVE_WORDS[state]}
    </span>
  );
}

interface SaveProblemProps {
  readonly state: SaveState;
  readonly problem: unknown;
  readonly onRetry: () => void;
}

function SaveProblem({ state, problem, onRetry }: SaveProblemProps) {
  if (state === 'failed') return <ProblemNotice error={problem} onRetry={onRetry} className="mb-4" />;
  if (state !== 'conflict') return null;
  return (
    <Notice
      tone="bad"
      urgent
      className="mb-4"
      title="Another person has saved this set-up since you read it."
      action={
        <Button size="sm" onClick={() => window.location.reload()}>
          Load it again
        </Button>
      }
    >
      What you have typed since is not saved: copy it, load the page again, and put it in once more.
    </Notice>
  );
}
