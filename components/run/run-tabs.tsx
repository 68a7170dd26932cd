'use client';

import { parseAsString, useQueryState } from 'nuqs';
import { Tabs } from '@/components/ui/tabs';
import { addressedPlace, type DetailSection, placeOf, type RunTab, sectionsOf } from '@/lib/view/run-places';
import { DetailsPanel } from './details-panel';
import { RunDetails } from './run-details';
import {
  CostPanel,
  fetchOverview,
  IterationsPanel,
  OverviewPanel,
  PromptTab,
  RolloutsPanel,
} from './run-panels';
import type { RunPartProps } from './run-part';

interface RunTabsProps extends RunPartProps {
  readonly isReading: boolean;
}

/** The six tabs of a run; the address names the open one, or the open section of the details. */
export function RunTabs({ isReading, ...part }: RunTabsProps) {
  const { run, state, manifest, origin, readings, isLive, read } = part;
  const [said, setSaid] = useQueryState('tab', parseAsString);
  const searches = manifest.method.name !== 'ace';
  const { tab, section } = placeOf(said, searches);
  // Not in an effect: fetched while the rest of the page wakes up.
  if (tab === 'overview') fetchOverview();
  const open = (place: RunTab | DetailSection) => void setSaid(addressedPlace(place));
  const counted = (count: number) => (isReading ? undefined : count);
  return (
    <Tabs
      label="Parts of the run"
      value={tab}
      onChange={(value) => open(value as RunTab)}
      items={[
        {
          value: 'overview',
          label: 'Overview',
          content: read(<OverviewPanel run={run} state={state} origin={origin} />),
        },
        {
          value: 'iterations',
          label: 'Iterations',
          count: counted(state.iterations.length),
          content: read(
            <IterationsPanel
              runId={run.id}
              iterations={state.iterations}
              origin={origin}
              hasAgent={manifest.agent !== undefined}
            />,
          ),
        },
        {
          value: 'prompt',
          label: 'Prompt',
          count: counted(state.candidates.length),
          content: read(<PromptTab {...{ run, state, manifest, origin, isLive }} />),
        },
        {
          value: 'rollouts',
          label: 'Rollouts',
          count: counted(state.trainRollouts + state.evaluationRollouts),
          content: <RolloutsPanel runId={run.id} origin={origin} isLive={isLive} />,
        },
        {
          value: 'cost',
          label: 'Cost',
          content: <CostPanel {...{ runId: run.id, readings, origin }} doubt={run.scoreDoubt} />,
        },
        {
          value: 'details',
          label: 'Details',
          content:
            section === null ? null : (
              <DetailsPanel
                sections={sectionsOf(searches)}
                open={section}
                entries={Math.max(state.lastSeq, run.lastSeq)}
                onOpen={open}
              >
                <RunDetails {...part} section={section} />
              </DetailsPanel>
            ),
        },
      ]}
    />
  );
}
