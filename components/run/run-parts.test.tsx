import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { BulletDiff } from '@/components/diff/bullet-diff';
import { MeasuredValue } from '@/components/fact/measured-value';
import { reduceRun } from '@/lib/projection/reduce-run';
import { EMPTY_RUN_STATE, type IterationState } from '@/lib/projection/run-state';
import { SMALL_LEDGER } from '@/lib/projection/testing/small-ledger';
import { insightTrail } from '@/lib/view/testing/insight-trail';
import { BatchPlanTable } from './batch-plan-table';
import { ScanTreeView } from './scan-tree-view';

afterEach(cleanup);

const SEEN: ReadonlyMap<number, number> = new Map([[0, 0.31]]);

function Followed({ iteration }: { iteration: IterationState }) {
  const [followed, setFollowed] = useState<number | null>(null);
  return (
    <ScanTreeView
      iteration={iteration}
      trails={[insightTrail()]}
      note={null}
      seen={SEEN}
      followed={followed}
      onFollow={setFollowed}
    />
  );
}

describe('parts of the run page', () => {
  it('never shows a score without its interval and n', () => {
    render(<MeasuredValue measurement={{ mean: 0.5, lower: null, upper: null, n: 4 }} />);
    expect(screen.getByText('50.0 %')).toBeTruthy();
    expect(screen.getByText('no interval, n = 4')).toBeTruthy();
  });

  it('strikes a score in doubt through, with its reason instead of its interval', () => {
    const doubt = {
      code: 'contaminated',
      word: 'Contaminated',
      sentence: 'Held-out was used to tune.',
    } as const;
    render(<MeasuredValue measurement={{ mean: 0.5, lower: 0.4, upper: 0.6, n: 4 }} doubt={doubt} />);
    expect(screen.getByText('50.0 %').tagName).toBe('S');
    expect(screen.getByText('Contaminated')).toBeTruthy();
    expect(screen.getByText('Held-out was used to tune.')).toBeTruthy();
    expect(screen.queryByText(/n = 4/)).toBeNull();
  });

  it('labels an exploratory score without striking it through', () => {
    const doubt = { code: 'exploratory', word: 'Exploratory', sentence: 'Quoted nowhere.' } as const;
    render(<MeasuredValue measurement={{ mean: 0.5, lower: 0.4, upper: 0.6, n: 4 }} doubt={doubt} />);
    expect(screen.getByText('50.0 %').tagName).not.toBe('S');
    expect(screen.getByText('Exploratory')).toBeTruthy();
  });

  it('says that nothing was measured instead of showing a zero', () => {
    render(<MeasuredValue measurement={null} />);
    expect(screen.getByText('not measured yet')).toBeTruthy();
  });

  it('has a first word for a run without plans', () => {
    render(<BatchPlanTable plans={[]} />);
    expect(screen.getByText('No plan yet')).toBeTruthy();
  });

  it('shows groups, failures and edits of an iteration', () => {
    const [iteration] = reduceRun(EMPTY_RUN_STATE, SMALL_LEDGER).iterations;
    if (iteration === undefined) throw new Error('the small ledger has an iteration');
    render(<Followed iteration={iteration} />);
    expect(screen.getByText('Group 2')).toBeTruthy();
    expect(screen.getByText('Not readable')).toBeTruthy();
    expect(screen.getByText('The reply holds no JSON object.')).toBeTruthy();
    expect(screen.getByText('1 without a usable reflection')).toBeTruthy();
  });

  it('says at each leaf how much of its trajectory the reflection read, where that is known', () => {
    const [iteration] = reduceRun(EMPTY_RUN_STATE, SMALL_LEDGER).iterations;
    if (iteration === undefined) throw new Error('the small ledger has an iteration');
    render(<Followed iteration={iteration} />);
    const leaves = within(screen.getByLabelText('Reflections in Group 1')).getAllByRole('listitem', {
      hidden: true,
    });
    expect(leaves.map((leaf) => within(leaf).queryByText('Saw 31 %') !== null)).toEqual(
      leaves.map((leaf) => leaf.textContent?.startsWith('1') === true),
    );
    expect(screen.getAllByText('Saw 31 %').length).toBeGreaterThan(0);
  });

  it('follows one reflection to its groups and to the combined edits they proposed', () => {
    const [iteration] = reduceRun(EMPTY_RUN_STATE, SMALL_LEDGER).iterations;
    if (iteration === undefined) throw new Error('the small ledger has an iteration');
    render(<Followed iteration={iteration} />);
    expect(screen.getByText('from group 1')).toBeTruthy();
    fireEvent.click(screen.getAllByRole('button', { hidden: true, name: /groups 1, 2/ })[0] as HTMLElement);
    expect(screen.getByText('Following reflection 1')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'misc-00001' }).getAttribute('href')).toContain(
      'bullet=misc-00001',
    );
    expect(screen.getByRole('link', { name: 'Its trace' }).getAttribute('href')).toContain('rollout=4');
    fireEvent.click(screen.getByRole('button', { name: 'Show all' }));
    expect(screen.queryByText('Following reflection 1')).toBeNull();
  });

  it('leads from a line back to the reflections that it came from', () => {
    const [iteration] = reduceRun(EMPTY_RUN_STATE, SMALL_LEDGER).iterations;
    if (iteration === undefined) throw new Error('the small ledger has an iteration');
    render(<Followed iteration={iteration} />);
    fireEvent.click(screen.getByRole('button', { name: 'Follow reflection 1 to misc-00001' }));
    expect(screen.getByText('Following reflection 1')).toBeTruthy();
  });

  it('leads from an iteration to the bullets that it changed', () => {
    const [iteration] = reduceRun(EMPTY_RUN_STATE, SMALL_LEDGER).iterations;
    if (iteration === undefined) throw new Error('the small ledger has an iteration');
    render(<Followed iteration={iteration} />);
    expect(
      screen.getByRole('link', { name: 'See the bullets that it changed' }).getAttribute('href'),
    ).toContain(`to=${iteration.candidate?.hash}`);
  });

  it('marks what a version added by word, not by colour alone', () => {
    render(<BulletDiff before="" after={'## A\n[a-00001] helpful=0 harmful=0 :: Check signs.\n'} />);
    expect(screen.getByText('+ added')).toBeTruthy();
    expect(screen.getByText('Check signs.').tagName).toBe('INS');
  });
});
