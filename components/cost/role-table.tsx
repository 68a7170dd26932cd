import { TableCard } from '@/components/list/table-card';
import { figureColumn, type TableColumn, wordColumn } from '@/components/list/table-column';
import type { RunCostsView } from '@/lib/contracts/costs';
import { spendTerm } from '@/lib/view/cost-figures';
import { describeHardware, type NumberOrigin } from '@/lib/view/number-origin';
import { formatCompact } from '@/lib/view/numbers';
import { dollarWords, gpuWords } from '@/lib/view/run-costs';
import { causeCounts } from '@/lib/words/cause';

const ROLES = { serving: 'Serving', proposer: 'Proposer', evaluator: 'Evaluator' } as const;

const columnsOf = (isPractice: boolean): readonly TableColumn<RunCostsView['byRole'][number]>[] => [
  wordColumn({ label: 'Role', className: 'font-medium', of: ({ role }) => ROLES[role] }),
  wordColumn({ label: 'Model', className: 'min-w-32', of: ({ model }) => model }),
  figureColumn({ label: 'Calls', of: ({ calls }) => calls }),
  figureColumn({ label: 'Failed or unreadable', file: 'failed', of: ({ failures }) => failures }),
  wordColumn({ label: 'Causes', of: ({ causes }) => causeCounts(causes) }),
  figureColumn({ label: 'Tokens in', of: ({ tokensIn }) => tokensIn, show: formatCompact }),
  figureColumn({
    label: 'Cached',
    file: 'tokens cached',
    of: ({ tokensCached }) => tokensCached,
    show: formatCompact,
  }),
  figureColumn({ label: 'Tokens out', of: ({ tokensOut }) => tokensOut, show: formatCompact }),
  figureColumn({
    label: 'GPU-seconds',
    of: ({ gpuSeconds }) => gpuSeconds,
    show: gpuWords,
    none: gpuWords(null),
  }),
  figureColumn({
    label: 'List price',
    file: 'list price, usd',
    of: ({ costUsd }) => costUsd,
    show: dollarWords,
    none: dollarWords(null),
  }),
  figureColumn({
    label: spendTerm(isPractice),
    file: isPractice ? 'pretend, usd' : 'paid, usd',
    of: ({ spendUsd }) => spendUsd,
    show: dollarWords,
    none: dollarWords(null),
  }),
];

/** The three roles, never mixed, whatever model plays two of them. */
export function RoleTable({ roles, origin }: { roles: RunCostsView['byRole']; origin: NumberOrigin }) {
  return (
    <TableCard
      title="Which model cost what?"
      description={`Sums, no interval · ${describeHardware(origin)}`}
      caption="Cost by role and model"
      columns={columnsOf(origin.practice)}
      rows={roles}
      keyOf={({ role, model }) => `${role} ${model}`}
    />
  );
}
