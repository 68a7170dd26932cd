import { CircleCheck, CircleDashed, CircleX, Hourglass, type LucideIcon, ShieldAlert } from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import { keptFigures } from '@/components/ui/kept-figures';
import { Link } from '@/components/ui/link';
import type { LightView } from '@/lib/view/run-readiness';

const ICONS: Readonly<Record<LightView['tone'], LucideIcon>> = {
  good: CircleCheck,
  bad: CircleX,
  info: Hourglass,
  honey: ShieldAlert,
  neutral: CircleDashed,
};

/** One light: its state as word and icon, its sentence, and the runs that it was read from. */
export function ReadinessLight({ light, runId }: { light: LightView; runId: string }) {
  return (
    <li className="flex min-w-0 flex-col gap-2 rounded-md border border-line bg-sunken/60 px-3 py-2.5 text-[0.8125rem]">
      <h3 className="flex items-center justify-between gap-2 font-medium">
        {light.title}
        <Badge tone={light.tone} icon={ICONS[light.tone]}>
          {light.word}
        </Badge>
      </h3>
      <p className="text-ink-soft">{keptFigures(light.sentence)}</p>
      {light.numbers.length > 0 ? (
        <ul className="flex flex-col gap-2 border-line border-t pt-2 text-xs">
          {light.numbers.map((number) => (
            <li key={number.runId} className="numbers flex min-w-0 flex-col">
              <span className="flex min-w-0 justify-between gap-2">
                {number.runId === runId ? (
                  <span className="truncate">this run, seed {number.seed}</span>
                ) : (
                  <Link href={`/runs/${number.runId}`} className="truncate underline underline-offset-2">
                    {number.label}
                  </Link>
                )}
                <span className="shrink-0 text-ink-faint">{number.ratio}</span>
              </span>
              <span className="text-ink-soft">{keptFigures(number.gain)}</span>
              <span className="text-ink-faint">
                learning {number.learning} · {number.hardware}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  );
}
