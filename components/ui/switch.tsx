'use client';

import { Switch as Radix } from 'radix-ui';

interface SwitchProps {
  readonly id: string;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onChange: (checked: boolean) => void;
}

export function Switch({ id, checked, disabled, onChange }: SwitchProps) {
  return (
    <Radix.Root
      id={id}
      checked={checked}
      disabled={disabled ?? false}
      onCheckedChange={onChange}
      className="relative h-5 w-9 shrink-0 rounded-full border border-line-strong bg-hover transition-colors disabled:opacity-55 data-[state=checked]:border-honey-line data-[state=checked]:bg-honey"
    >
      <Radix.Thumb className="block size-4 translate-x-px rounded-full bg-surface shadow-card transition-transform data-[state=checked]:translate-x-[17px]" />
    </Radix.Root>
  );
}
