'use client';

import { useStatedInputs } from '@/components/queries/use-intakes';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { Link } from '@/components/ui/link';
import { plural } from '@/lib/view/numbers';
import { ChangedDefaults } from './changed-defaults';

/** On the page of an experiment: what its set-up stated. Nothing where it was made with the full form. */
export function StatedInputsCard({ experimentId }: { experimentId: string }) {
  const { data } = useStatedInputs(experimentId);
  if (data === undefined || data.intakeId === null) return null;
  return (
    <Card
      title="Changed defaults"
      description={data.canary?.sentence}
      actions={
        <Link href={`/intakes/${data.intakeId}`} className="text-xs underline underline-offset-2">
          Its set-up
        </Link>
      }
    >
      {data.changedDefaults.length === 0 ? (
        <p className="text-[0.8125rem] text-ink-soft">None: it starts from the defaults.</p>
      ) : (
        <ChangedDefaults lines={data.changedDefaults} />
      )}
    </Card>
  );
}

/** In the header of a run: how many defaults were changed, with what and why on the page of its experiment. */
export function ChangedDefaultsBadge({ experimentId }: { experimentId: string }) {
  const { data } = useStatedInputs(experimentId);
  const lines = data?.changedDefaults ?? [];
  if (lines.length === 0) return null;
  const words = lines.map(
    ({ title, chosen, reason }) => `${title}: ${chosen} (${reason ?? 'no reason stated'})`,
  );
  return (
    <Badge tone="honey" title={words.join('\n')}>
      {plural(lines.length, 'changed default')}: {lines.map(({ title }) => title.toLowerCase()).join(', ')}
    </Badge>
  );
}
