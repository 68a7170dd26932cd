'use client';

import { FlaskConical, Workflow } from 'lucide-react';
import { parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useViewer } from '@/components/account/viewer';
import { FilterChoice } from '@/components/list/filter-choice';
import { RecordList } from '@/components/list/record-list';
import { useListAddress } from '@/components/list/use-list-address';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { JOB_KINDS, JOB_STATES } from '@/lib/contracts/jobs';
import { JOB_KIND_WORDS, JOB_STATE_WORDS } from '@/lib/view/job-words';
import { JOB_COLUMNS } from './job-columns';
import { useJobs } from './use-jobs';

/** The remaining columns fit a laptop's screen beside the navigation. */
const HIDDEN_AT_FIRST = ['next', 'worker', 'made'] as const;

/** Every job of the workspace, narrowed by kind and state in the address. */
export function JobList() {
  const { mayAdminister } = useViewer();
  const address = useListAddress(HIDDEN_AT_FIRST);
  const [{ kind, state }, set] = useQueryStates({
    kind: parseAsStringLiteral(JOB_KINDS),
    state: parseAsStringLiteral(JOB_STATES),
  });
  const kinds = JOB_KINDS.filter((known) => mayAdminister || known !== 'webhook');
  return (
    <RecordList
      words={{ caption: 'Jobs', one: 'job', many: 'jobs' }}
      list={useJobs({ kind, state })}
      columns={JOB_COLUMNS}
      address={address}
      filters={
        <>
          <FilterChoice
            label="Kind"
            value={kind}
            options={kinds.map((value) => [value, JOB_KIND_WORDS[value].word])}
            onChange={(value) => void set({ kind: value })}
          />
          <FilterChoice
            label="State"
            value={state}
            options={JOB_STATES.map((value) => [value, JOB_STATE_WORDS[value].word])}
            onChange={(value) => void set({ state: value })}
          />
        </>
      }
      empty={
        kind !== null || state !== null
          ? {
              icon: Workflow,
              title: 'No job fits these filters',
              action: (
                <Button onClick={() => void set({ kind: null, state: null })}>Clear the filters</Button>
              ),
            }
          : {
              icon: Workflow,
              title: 'Nothing has worked in the background yet',
              text: 'Open an experiment and choose “Run”; its run is listed here while it runs and afterwards.',
              action: (
                <Button asChild variant="primary">
                  <Link href="/experiments">
                    <FlaskConical aria-hidden /> To the experiments
                  </Link>
                </Button>
              ),
            }
      }
      note="Progress: training rollouts done, of those planned while the run is going; percent of an import; traces of a scoring. Tries: how often a worker took it, resuming included. Rollouts that a run gives to other workers are listed when you choose their kind; they and probes are gone an hour after their end, imports after a week, scorings after 30 days."
    />
  );
}
