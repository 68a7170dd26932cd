'use client';

import { useState } from 'react';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { ShowMore } from '@/components/ui/show-more';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table';
import { PROPOSAL_WORDS, proposalScores, proposalSentence } from '@/lib/view/run-search';
import type { ProposalNote } from '@/lib/view/run-state';
import { useFactsOf } from './use-run-details';

const PAGE = 25;

/** Every proposal with what became of it; refused ones keep their text, so that it can be read why. */
export function ProposalTable({ runId, proposals }: { runId: string; proposals: readonly ProposalNote[] }) {
  const [shown, setShown] = useState(PAGE);
  const newest = [...proposals].reverse().slice(0, shown);
  return (
    <Card flush title="What was proposed, and what became of it?" description={proposalSentence(proposals)}>
      <Table caption="Proposals">
        <TableHead>
          <HeadCell numeric>Iteration</HeadCell>
          <HeadCell className="max-sm:hidden">How</HeadCell>
          <HeadCell className="max-sm:hidden" title="Parent and child on the same training examples">
            Parent → child
          </HeadCell>
          <HeadCell>Verdict</HeadCell>
        </TableHead>
        <TableBody>
          {newest.map((one) => (
            <Row key={`${one.iteration}/${one.proposal}`}>
              <Cell numeric>{one.iteration + 1}</Cell>
              <Cell className="max-sm:hidden">
                {PROPOSAL_WORDS[one.how]}
                {one.components.length > 0 ? (
                  <span className="block text-[0.6875rem] text-ink-faint">{one.components.join(', ')}</span>
                ) : null}
              </Cell>
              <Cell className="numbers whitespace-nowrap max-sm:hidden">{proposalScores(one)}</Cell>
              <Cell className="sm:min-w-56">
                <span className="numbers block text-ink-faint text-xs sm:hidden">
                  {PROPOSAL_WORDS[one.how]}, {proposalScores(one)}
                </span>
                <Badge tone={one.accepted ? 'honey' : 'neutral'}>
                  {one.accepted ? 'taken in' : 'refused'}
                </Badge>{' '}
                <span className="text-ink-soft">{one.reason}</span>
                {one.text === null && !one.isThin ? null : <ProposalText runId={runId} proposal={one} />}
              </Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
      <ShowMore
        hasMore={shown < proposals.length}
        isLoading={false}
        onMore={() => setShown((before) => before + PAGE)}
      />
    </Card>
  );
}

/** Of old proposals of a long run the text is read when somebody opens it. */
function ProposalText({ runId, proposal }: { runId: string; proposal: ProposalNote }) {
  const [isOpen, setIsOpen] = useState(false);
  const asks = isOpen && proposal.text === null;
  const facts = useFactsOf(runId, 'candidate.proposed', asks ? proposal.iteration : null);
  const read = facts.data?.find((one) => one.proposal === proposal.proposal)?.text;
  return (
    <details className="mt-1" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer text-ink-faint text-xs">Its text</summary>
      <pre className="mt-1 max-h-60 overflow-auto whitespace-pre-wrap rounded-md bg-sunken p-2 text-xs">
        {proposal.text ??
          read ??
          (facts.isError ? 'It could not be read. Close and open it to try again.' : 'Reading …')}
      </pre>
    </details>
  );
}
