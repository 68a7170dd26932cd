import { Card } from '@/components/ui/card';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table';
import type { RunCostsView } from '@/lib/contracts/costs';
import { describeHardware } from '@/lib/view/number-origin';
import { perMillionWords, pricedWords } from '@/lib/view/run-costs';

/** The prices that every dollar here was reckoned with, and the day that they were entered. */
export function PriceTable({ prices }: { prices: RunCostsView['prices'] }) {
  return (
    <Card
      flush
      title="At which prices?"
      description="Dollars a million tokens, as pinned when the run started"
    >
      <Table caption="Prices of the models">
        <TableHead>
          <HeadCell>Model</HeadCell>
          <HeadCell numeric>In</HeadCell>
          <HeadCell numeric>Out</HeadCell>
          <HeadCell numeric>Cached</HeadCell>
          <HeadCell>Priced on</HeadCell>
          <HeadCell>Hardware</HeadCell>
        </TableHead>
        <TableBody>
          {prices.map((price) => (
            <Row key={`${price.provider} ${price.model}`}>
              <Cell className="min-w-32 font-medium">{price.model}</Cell>
              <Cell numeric>{perMillionWords(price.usdPerMillionIn)}</Cell>
              <Cell numeric>{perMillionWords(price.usdPerMillionOut)}</Cell>
              <Cell numeric>{perMillionWords(price.usdPerMillionCached)}</Cell>
              <Cell className="numbers whitespace-nowrap">{pricedWords(price.pricedAt)}</Cell>
              <Cell className="min-w-56">{describeHardware(price)}</Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
    </Card>
  );
}
