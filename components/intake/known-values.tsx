import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { plural } from '@/lib/view/numbers';
import type { StepForm } from './intake-fields';

/** Everything that is known and not answered yet, taken with one press. */
export function KnownValues({ form: { view, answers, change } }: { form: StepForm }) {
  const open = view.suggestions.filter(({ field }) => answers[field as keyof typeof answers] === undefined);
  if (open.length === 0) return null;
  const sources = [...new Set(open.map(({ source }) => source))].join(', ');
  return (
    <Notice
      className="mb-4"
      title={`${plural(open.length, 'answer')} known from ${sources}`}
      action={
        <Button
          size="sm"
          onClick={() => change(Object.fromEntries(open.map(({ field, value }) => [field, value])))}
        >
          Fill in known answers
        </Button>
      }
    />
  );
}
