import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/** Error of a part of a form that is not a single field. */
export function FaultLine({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-1.5 text-bad text-xs">
      <TriangleAlert className="mt-0.5 size-3 shrink-0" aria-hidden />
      {children}
    </p>
  );
}
