'use client';

import type { UseFormRegisterReturn } from 'react-hook-form';
import { ApiProblem } from '@/components/api/client';
import { Checkbox } from '@/components/ui/checkbox';
import { isLoopbackUrl } from '@/lib/domain/loopback';

/** Shown where an address of this computer was refused, or is allowed already. */
export function LoopbackField(box: UseFormRegisterReturn) {
  return (
    <Checkbox {...box} hint="For this provider only. The audit log keeps who allowed it.">
      Allow calls to this computer
    </Checkbox>
  );
}

export function isRefusedLoopback(error: unknown, baseUrl: string | undefined): boolean {
  if (!(error instanceof ApiProblem) || error.problem.code !== 'ADDRESS_REFUSED') return false;
  return baseUrl !== undefined && isLoopbackUrl(baseUrl);
}
