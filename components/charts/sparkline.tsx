import { prepareSparkline, SPARK } from '@/lib/view/sparkline';

interface SparklineProps {
  readonly values: readonly number[];
  /** Text for readers who do not see the shape. */
  readonly label: string;
}

/** Shape of a curve in one line of text; its height is kept while there is nothing to draw. */
export function Sparkline({ values, label }: SparklineProps) {
  const line = prepareSparkline(values);
  return (
    <div className="h-9 w-30 shrink-0">
      {line === null ? null : (
        <svg
          role="img"
          aria-label={label}
          viewBox={`0 0 ${SPARK.width} ${SPARK.height}`}
          className="size-full text-honey-text"
        >
          <polyline
            points={line.points}
            fill="none"
            stroke="currentColor"
            strokeWidth={1.75}
            strokeLinejoin="round"
            strokeLinecap="round"
          />
          <circle cx={line.last.x} cy={line.last.y} r={2.75} fill="currentColor" />
        </svg>
      )}
    </div>
  );
}
