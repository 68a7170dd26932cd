import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { afterEach, expect, it } from 'vitest';
import { ViewerProvider } from '@/components/account/viewer';
import { SWEEP } from '@/lib/view/testing/sweep';
import { sweepCell } from '@/lib/view/testing/sweep-cell';
import { CellTable } from './cell-table';
import { SweepParallelCard } from './sweep-parallel-card';

const VIEWER = {
  ...{ name: 'a', role: 'owner' as const, userId: 'usr_1', workspaceName: 'Lab' },
  ...{ mayExperiment: true, mayAdminister: true },
};
const sweep = {
  ...SWEEP,
  cells: [
    sweepCell('a', { arm: 'naive', batchSize: 10 }),
    sweepCell('b', { arm: 'combee', batchSize: 10 }),
    sweepCell('c', { arm: 'combee', batchSize: 40 }, { accuracy: 0.9 }),
  ],
};

afterEach(cleanup);

it('keeps the cells of the table that lie in the ranges of the axes, until these are cleared', async () => {
  const { container } = render(
    <ViewerProvider viewer={VIEWER}>
      <NuqsTestingAdapter hasMemory>
        <SweepParallelCard sweep={sweep} />
        <CellTable sweep={sweep} />
      </NuqsTestingAdapter>
    </ViewerProvider>,
  );
  const rows = () => [...container.querySelectorAll('tbody tr')].map((row) => row.textContent);
  expect(screen.getByText('Settings of the good cells')).toBeTruthy();
  expect(rows()).toHaveLength(3);
  await userEvent.selectOptions(screen.getByLabelText('arm from'), 'Combee');
  expect(screen.getByText('2 of 3 cells')).toBeTruthy();
  await userEvent.type(screen.getByLabelText('gain, pt from'), '25');
  expect(screen.getByText('1 of 3 cells')).toBeTruthy();
  expect(rows()[0]).toContain('Combee, batch size 40');
  await userEvent.selectOptions(screen.getByLabelText('batch size to'), '10');
  expect(screen.getByText(/^No cell lies in these ranges/)).toBeTruthy();
  expect(rows()).toHaveLength(0);
  await userEvent.click(screen.getByText('Clear ranges'));
  expect(rows()).toHaveLength(3);
  expect(screen.queryByText('Clear ranges')).toBeNull();
});
