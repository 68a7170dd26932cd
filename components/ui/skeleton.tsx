import { classNames } from './class-names';

/** Holds the place of what is on its way. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={classNames('animate-breathe rounded-md bg-hover', className)} />;
}

const ROW_KEYS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

export function SkeletonRows({ label, rows = 5 }: { label: string; rows?: number }) {
  return (
    <div role="status" className="flex flex-col gap-2.5 p-4">
      <span className="sr-only">{label}</span>
      {ROW_KEYS.slice(0, rows).map((key) => (
        <Skeleton key={key} className="h-7 w-full" />
      ))}
    </div>
  );
}
