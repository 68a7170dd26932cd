import { Badge } from '@/components/ui/badge';

/** The tags of a row. */
export function TagWords({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return <span className="text-ink-faint">–</span>;
  return (
    <span className="flex flex-wrap gap-1">
      {tags.map((tag) => (
        <Badge key={tag}>
          <span className="max-w-28 truncate" title={tag}>
            {tag}
          </span>
        </Badge>
      ))}
    </span>
  );
}
