import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table';
import { describeMeasurement } from '@/lib/view/numbers';
import { choicesText, type Trial, trialSentence } from '@/lib/view/run-search';

/** Combinations of instructions and demonstrations that were tried, in the order of trying. */
export function TrialTable({ trials }: { trials: readonly Trial[] }) {
  return (
    <Card flush title="Which combinations were tried?" description={trialSentence(trials)}>
      <Table caption="Trials">
        <TableHead>
          <HeadCell numeric>Trial</HeadCell>
          <HeadCell>Combination</HeadCell>
          <HeadCell>Selection</HeadCell>
          <HeadCell className="max-sm:hidden">On</HeadCell>
        </TableHead>
        <TableBody>
          {trials.map((trial) => (
            <Row key={trial.trial}>
              <Cell numeric>{trial.trial + 1}</Cell>
              <Cell>
                {choicesText(trial)} {trial.best ? <Badge tone="honey">best so far</Badge> : null}
              </Cell>
              <Cell className="numbers">{describeMeasurement(trial.score).whole}</Cell>
              <Cell className="max-sm:hidden">{trial.full ? 'the whole split' : 'a minibatch of it'}</Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
    </Card>
  );
}
