import { Card } from '@/components/ui/card';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table';
import type { RunCostsView } from '@/lib/contracts/costs';
import { describeHardware, type NumberOrigin } from '@/lib/view/number-origin';
import { formatCompact, formatCount } from '@/lib/view/numbers';
import { dollarWords, gpuWords } from '@/lib/view/run-costs';

const ROLES = { serving: 'Serving', proposer: 'Proposer', evaluator: 'Evaluator' } as const;

/** The three roles, never mixed, whatever model plays two of them. */
export function RoleTable({ roles, origin }: { roles: RunCostsView['byRole']; origin: NumberOrigin }) {
  return (
    <Card flush title="Who was paid?" description={`Sums, no interval · ${describeHardware(origin)}`}>
      <Table caption="Cost by role and model">
        <TableHead>
          <HeadCell>Role</HeadCell>
          <HeadCell>Model</HeadCell>
          <HeadCell numeric>Calls</HeadCell>
          <HeadCell numeric>Failed</HeadCell>
          <HeadCell numeric>Tokens in</HeadCell>
          <HeadCell numeric>Cached</HeadCell>
          <HeadCell numeric>Tokens out</HeadCell>
          <HeadCell numeric>GPU-seconds</HeadCell>
          <HeadCell numeric>List price</HeadCell>
          <HeadCell numeric>Paid</HeadCell>
        </TableHead>
        <TableBody>
          {roles.map((role) => (
            <Row key={`${role.role} ${role.model}`}>
              <Cell className="font-medium">{ROLES[role.role]}</Cell>
              <Cell className="min-w-32">{role.model}</Cell>
              <Cell numeric>{formatCount(role.calls)}</Cell>
              <Cell numeric>{formatCount(role.failures)}</Cell>
              <Cell numeric>{formatCompact(role.tokensIn)}</Cell>
              <Cell numeric>{formatCompact(role.tokensCached)}</Cell>
              <Cell numeric>{formatCompact(role.tokensOut)}</Cell>
              <Cell numeric>{gpuWords(role.gpuSeconds)}</Cell>
              <Cell numeric>{dollarWords(role.costUsd)}</Cell>
              <Cell numeric>{dollarWords(role.spendUsd)}</Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
    </Card>
  );
}
