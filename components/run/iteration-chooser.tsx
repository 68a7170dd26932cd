import { Select } from '@/components/ui/input';

interface IterationChooserProps {
  /** In their order; the newest is offered first. */
  readonly iterations: readonly { readonly iteration: number; readonly words: string }[];
  readonly value: number | null;
  readonly onChange: (iteration: number) => void;
}

/** Which iteration a chart is about. */
export function IterationChooser({ iterations, value, onChange }: IterationChooserProps) {
  return (
    <Select
      className="w-44"
      aria-label="Iteration"
      value={value ?? ''}
      onChange={(event) => onChange(Number(event.target.value))}
    >
      {[...iterations].reverse().map(({ iteration, words }) => (
        <option key={iteration} value={iteration}>
          {words}
        </option>
      ))}
    </Select>
  );
}
