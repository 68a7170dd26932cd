import type { ReactNode } from 'react';

/** The box beside a point. */
export function ChartTip({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="max-w-64 rounded-md border border-line bg-surface px-3 py-2 text-xs shadow-raised">
      <p className="font-medium text-ink">{title}</p>
      <div className="numbers mt-0.5 text-ink-soft">{children}</div>
    </div>
  );
}
