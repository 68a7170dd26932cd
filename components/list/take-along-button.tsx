import { Download } from 'lucide-react';
import { Button, type ButtonProps } from '@/components/ui/button';

/** The words of a button in a list's bar: a bar with filters of its own has no room for them on a laptop. */
export const BAR_WORD = 'max-sm:sr-only group-data-tight/bar:max-2xl:sr-only';

interface TakeAlongButtonProps extends ButtonProps {
  /** The table's caption. */
  readonly name: string;
  /** Without words, for the head of a card. */
  readonly isSmall?: boolean;
}

/** Button for a table's downloads, the same before and after its menu has loaded. */
export function TakeAlongButton({ name, isSmall, ...rest }: TakeAlongButtonProps) {
  return (
    <Button
      {...(isSmall ? ({ variant: 'ghost', size: 'iconSm' } as const) : {})}
      {...rest}
      aria-label={`Take along: ${name}`}
      title="Take along as a file"
    >
      <Download aria-hidden />
      {isSmall ? null : <span className={BAR_WORD}>Take along</span>}
    </Button>
  );
}
