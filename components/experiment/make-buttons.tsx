import { Play } from 'lucide-react';
import { Button } from '@/components/ui/button';

/** Id of the button that leads on to the plan of a run. */
export const MAKE_AND_RUN = 'exp-make-and-run';

interface MakeButtonsProps {
  readonly disabled: boolean;
  /** The button whose request is under way. */
  readonly busy: 'make' | 'run' | null;
}

/** Enter in a field presses the first, which starts nothing. */
export function MakeButtons({ disabled, busy }: MakeButtonsProps) {
  return (
    <>
      <Button type="submit" disabled={disabled || busy !== null} busy={busy === 'make'}>
        Make the experiment
      </Button>
      <Button
        id={MAKE_AND_RUN}
        type="submit"
        variant="primary"
        title="Makes it and shows its plan, with cost and time"
        disabled={disabled || busy !== null}
        busy={busy === 'run'}
      >
        <Play aria-hidden /> Make and run
      </Button>
    </>
  );
}
