import { Card } from '@/components/ui/card';
import type { RunSurvivalView } from '@/lib/contracts/survival';
import { formatCount } from '@/lib/view/numbers';
import { prepareSurvivalBySeen } from '@/lib/view/survival-by-seen';

/** Insight survival by the share of the trajectory that the reflection saw; nothing without an agent. */
export function SurvivalBySeen({ view }: { readonly view: RunSurvivalView }) {
  const rows = prepareSurvivalBySeen(view);
  if (rows.length === 0) return null;
  return (
    <Card
      title="Survival by share seen"
      description="How much of the trajectory the reflection behind an insight read."
    >
      <table className="w-full text-[0.8125rem]">
        <thead className="text-left text-ink-faint text-xs">
          <tr>
            <th className="py-1 font-normal">Share seen</th>
            <th className="py-1 text-right font-normal">Survived (95 % interval)</th>
            <th className="py-1 text-right font-normal">Insights</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map(({ band, survived, n }) => (
            <tr key={band}>
              <td className="py-1.5">{band}</td>
              <td className="numbers py-1.5 text-right">{survived}</td>
              <td className="numbers py-1.5 text-right">{formatCount(n)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
