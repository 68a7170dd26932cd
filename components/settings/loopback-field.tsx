'use client';

import { ApiProblem } from '@/components/api/client';
import { isLoopbackUrl } from '@/lib/domain/loopback';

/** Shown where an address of this computer was refused, or is allowed already. */
export function LoopbackField({ isAllowed }: { isAllowed: boolean }) {
  return (
    <label className="flex items-start gap-2 text-[0.8125rem] text-ink">
      <input
        type="checkbox"
        name="allowsLoopback"
        defaultChecked={isAllowed}
        className="mt-0.5 size-4 shrink-0 accent-honey"
      />
      <span>
        Allow calls to this computer
        <span className="block text-ink-faint text-xs">
          For this provider only. The audit log keeps who allowed it.
        </span>
      </span>
    </label>
  );
}

export function isRefusedLoopback(error: unknown, baseUrl: string | undefined): boolean {
  if (!(error instanceof ApiProblem) || error.problem.code !== 'ADDRESS_REFUSED') return false;
  return baseUrl !== undefined && isLoopbackUrl(baseUrl);
}
