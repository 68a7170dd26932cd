import { Notice } from '@/components/ui/notice';
import type { RunStatus } from '@/lib/domain/run';
import type { RunState } from '@/lib/projection/run-state';
import { STOP_REASON_WORDS } from '@/lib/view/run-words';
import { runEndSentence } from '@/lib/words/run-end';

/** Why the run ended, in words. */
export function EndNotice({
  status,
  finished,
}: {
  readonly status: RunStatus;
  readonly finished: NonNullable<RunState['finished']>;
}) {
  return (
    <Notice tone={status === 'finished' ? 'good' : 'neutral'} title={STOP_REASON_WORDS[finished.reason]}>
      {runEndSentence(finished)}
    </Notice>
  );
}
