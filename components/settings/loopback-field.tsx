'use client';

import type { UseFormRegisterReturn } from 'react-hook-form';
import { Checkbox } from '@/components/ui/checkbox';

/** Shown for an address of this computer. */
export function LoopbackField(box: UseFormRegisterReturn) {
  return (
    <Checkbox {...box} hint="For this provider only. The audit log keeps who allowed it.">
      Allow calls to this computer
    </Checkbox>
  );
}
