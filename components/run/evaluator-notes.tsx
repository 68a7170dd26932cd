import { Notice } from '@/components/ui/notice';
import type { RunState } from '@/lib/projection/run-state';
import { prepareEvaluatorLines } from '@/lib/view/run-evaluator';

/** How far the judge can be believed; nothing where code scores. */
export function EvaluatorNotes({ state }: { state: RunState }) {
  const lines = prepareEvaluatorLines(state);
  if (lines.length === 0) return null;
  return (
    <section aria-label="Evaluator" className="flex flex-col gap-2">
      {lines.map((line) => (
        <Notice key={`${line.title} ${line.text}`} tone={line.tone} title={line.title}>
          {line.text === '' ? null : <p className="numbers">{line.text}</p>}
          <p>{line.explanation}</p>
        </Notice>
      ))}
    </section>
  );
}
