import { ListChecks } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { endWords, type QueueCounts } from '@/lib/view/judge-queue';
import { UndoButton } from './judgement-bar';

interface QueueEndProps {
  readonly counts: QueueCounts;
  readonly canUndo: boolean;
  readonly isSaving: boolean;
  readonly onUndo: () => void;
  readonly onJudgeSkipped: () => void;
}

/** End of a queue: the judged and skipped traces, and the ways on. */
export function QueueEnd({ counts, canUndo, isSaving, onUndo, onJudgeSkipped }: QueueEndProps) {
  const { skipped, left } = counts;
  return (
    <Card flush>
      <EmptyState
        icon={ListChecks}
        title={endWords(counts)}
        action={
          <>
            <Button asChild variant="primary">
              <Link href="/traces">Back to traces</Link>
            </Button>
            {skipped > 0 ? <Button onClick={onJudgeSkipped}>Judge skipped traces</Button> : null}
            {canUndo ? <UndoButton canUndo isSaving={isSaving} onUndo={onUndo} /> : null}
          </>
        }
      >
        {left > 0 ? 'Open the queue again for the next traces.' : null}
      </EmptyState>
    </Card>
  );
}
