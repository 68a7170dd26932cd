import { SkipForward, Undo2 } from 'lucide-react';
import { type KeyboardEvent, type Ref, useId } from 'react';
import { Button } from '@/components/ui/button';
import { Input } from '@/components/ui/input';
import { JUDGEMENTS } from '@/lib/view/judge-queue';
import { formatScore } from '@/lib/view/numbers';
import { KeyHint } from './key-hint';

interface JudgementBarProps {
  readonly note: string;
  readonly noteRef: Ref<HTMLInputElement>;
  readonly onNote: (text: string) => void;
  readonly canUndo: boolean;
  readonly isSaving: boolean;
  readonly onJudge: (value: number) => void;
  readonly onSkip: () => void;
  readonly onUndo: () => void;
}

/** Note, the five judgements, skip and undo. Stays in sight next to a long answer where the screen has room. */
export function JudgementBar(props: JudgementBarProps) {
  const { isSaving } = props;
  const id = useId();
  return (
    <section
      aria-label="Judgement"
      className="z-20 flex min-w-0 flex-col gap-3 rounded-lg border border-line bg-surface p-3 shadow-raised md:sticky md:bottom-3"
    >
      <div className="flex min-w-0 items-center gap-2">
        <label htmlFor={id} className="flex items-center gap-1.5 text-[0.8125rem] text-ink-soft">
          Note <KeyHint>e</KeyHint>
        </label>
        <Input
          id={id}
          ref={props.noteRef}
          value={props.note}
          placeholder="Reason, optional"
          aria-keyshortcuts="e"
          autoComplete="off"
          onChange={(event) => props.onNote(event.target.value)}
          onKeyDown={leave}
        />
      </div>
      <fieldset className="grid min-w-0 grid-cols-5 gap-1.5 sm:gap-2">
        <legend className="sr-only">How right is the answer?</legend>
        {JUDGEMENTS.map(({ key, value, label }) => (
          <Button
            key={key}
            size="lg"
            className="!h-auto min-h-16 min-w-0 flex-col whitespace-normal !px-1 py-2 !text-xs leading-tight sm:!text-sm"
            title={`Score ${formatScore(value)}`}
            aria-disabled={isSaving}
            aria-keyshortcuts={key}
            onClick={() => props.onJudge(value)}
          >
            <KeyHint>{key}</KeyHint> {label}
          </Button>
        ))}
      </fieldset>
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="ghost" aria-keyshortcuts="s" aria-disabled={isSaving} onClick={props.onSkip}>
          <SkipForward aria-hidden /> Skip <KeyHint>s</KeyHint>
        </Button>
        <UndoButton canUndo={props.canUndo} isSaving={isSaving} onUndo={props.onUndo} />
        <span className="ml-auto text-ink-faint text-xs">{isSaving ? 'Saving…' : null}</span>
      </div>
    </section>
  );
}

/** Enter and Esc give the keys back to the page. */
function leave(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key === 'Enter' || event.key === 'Escape') event.currentTarget.blur();
}

export function UndoButton({
  canUndo,
  isSaving,
  onUndo,
}: Pick<JudgementBarProps, 'canUndo' | 'isSaving' | 'onUndo'>) {
  return (
    <Button
      variant="ghost"
      title="Takes back the last judgement"
      disabled={!canUndo}
      aria-disabled={isSaving}
      aria-keyshortcuts="u"
      onClick={onUndo}
    >
      <Undo2 aria-hidden /> Undo <KeyHint>u</KeyHint>
    </Button>
  );
}
