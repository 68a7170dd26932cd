'use client';

import { FlaskConical, Plus } from 'lucide-react';
import { useViewer } from '@/components/account/viewer';
import { itemsOf } from '@/components/api/use-pages';
import { BulkBar } from '@/components/list/bulk-bar';
import { RecordList } from '@/components/list/record-list';
import { useListAddress } from '@/components/list/use-list-address';
import { useExperiments } from '@/components/queries/use-experiments';
import { useTruthsOf } from '@/components/queries/use-truths';
import { LaunchButton } from '@/components/run-group/launch-button';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { PageHeader } from '@/components/ui/page-header';
import { experimentColumns } from './experiment-columns';
import { ImportConfigurationButton } from './import-configuration-button';

export function ExperimentListView() {
  const { mayExperiment } = useViewer();
  const address = useListAddress();
  const list = useExperiments(address);
  const { truths } = useTruthsOf(
    'experiment',
    itemsOf(list).map(({ id }) => id),
  );
  const create = mayExperiment ? (
    <Button asChild variant="primary">
      <Link href="/experiments/new">
        <Plus aria-hidden /> New experiment
      </Link>
    </Button>
  ) : null;
  return (
    <>
      <PageHeader
        title="Experiments"
        description="A question to be answered by measuring: a task, a split, a method and its settings. Each run answers it with one seed. Method and batch are the settings of its parallel runs; the list of runs says what each run did."
        actions={
          <>
            <Button asChild variant="ghost">
              <Link href="/run-groups">Run groups</Link>
            </Button>
            <Button asChild variant="ghost">
              <Link href="/diagnoses">Diagnoses</Link>
            </Button>
            <Button asChild variant="ghost">
              <Link href="/imported-runs">Imported runs</Link>
            </Button>
            <Button asChild variant="ghost">
              <Link href="/intakes">Guided set-up</Link>
            </Button>
            {mayExperiment ? <ImportConfigurationButton /> : null}
            {mayExperiment ? <LaunchButton /> : null}
            {create}
          </>
        }
      />
      <RecordList
        words={{ caption: 'Experiments', one: 'experiment', many: 'experiments' }}
        list={list}
        columns={experimentColumns(truths)}
        address={address}
        hasSearch
        hasArchive
        tagged="experiments"
        views="experiments"
        bulk={{
          bar: (selection, items) => (
            <BulkBar
              of="experiments"
              one="experiment"
              many="experiments"
              selection={selection}
              items={items}
              archived={address.archived}
            />
          ),
        }}
        empty={{
          icon: FlaskConical,
          title: 'No experiment yet',
          text: 'Choose a task, a registered split and your models; defaults fill in the rest.',
          action: create,
        }}
      />
    </>
  );
}
