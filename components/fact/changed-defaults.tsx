import type { DefaultLineView } from '@/lib/contracts/intake-shapes';

/** what differs from the starting configuration, and why. */
export function ChangedDefaults({ lines }: { lines: readonly DefaultLineView[] }) {
  return (
    <ul className="flex flex-col gap-3">
      {lines.map((line) => (
        <li key={line.ruleId} className="min-w-0 text-[0.8125rem]">
          <span className="font-medium">{line.title}</span>{' '}
          <span className="text-ink-faint text-xs">{line.ruleId}</span>
          <span className="numbers block break-words text-ink-soft">
            {line.chosen}, not {line.usual}
          </span>
          <span className="block break-words text-ink-faint text-xs">
            {line.reason?.trim() ? `Because: ${line.reason}` : 'No reason is stated.'}
          </span>
        </li>
      ))}
    </ul>
  );
}
