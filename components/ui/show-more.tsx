import { Button } from './button';

interface ShowMoreProps {
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly onMore: () => void;
}

/** The foot of a list that comes by the page. */
export function ShowMore({ hasMore, isLoading, onMore }: ShowMoreProps) {
  if (!hasMore) return null;
  return (
    <div className="flex justify-center border-line border-t p-3">
      <Button busy={isLoading} onClick={onMore}>
        Show more
      </Button>
    </div>
  );
}
