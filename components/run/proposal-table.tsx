'use client';

import { useState } from 'react';
import { TableCard } from '@/components/list/table-card';
import { figureColumn, type TableColumn } from '@/components/list/table-column';
import { Badge } from '@/components/ui/badge';
import type { ProposalNote } from '@/lib/projection/run-state';
import { figure, word } from '@/lib/view/list-rows';
import { PROPOSAL_WORDS, proposalScores, proposalSentence } from '@/lib/view/run-search';
import { proposalReason } from '@/lib/words/candidate';
import { useFactsOf } from './use-run-details';

const PAGE = 25;

const COLUMNS: readonly TableColumn<ProposalNote>[] = [
  figureColumn({ label: 'Iteration', of: ({ iteration }) => iteration + 1 }),
  {
    label: 'How',
    hiddenBelow: 'sm',
    data: [
      word('how', ({ how }) => PROPOSAL_WORDS[how]),
      word('components', ({ components }) => components.join(', ')),
    ],
    cell: ({ how, components }) => (
      <>
        {PROPOSAL_WORDS[how]}
        {components.length > 0 ? (
          <span className="block text-[0.6875rem] text-ink-faint">{components.join(', ')}</span>
        ) : null}
      </>
    ),
  },
  {
    label: 'Parent → child',
    hint: 'Parent and child on the same examples',
    hiddenBelow: 'sm',
    className: 'numbers whitespace-nowrap',
    data: [
      figure('parent, share', ({ parentScore }) => parentScore),
      figure('child, share', ({ childScore }) => childScore),
      figure('n', ({ examples }) => examples),
    ],
    cell: proposalScores,
  },
];

interface ProposalTableProps {
  readonly runId: string;
  readonly proposals: readonly ProposalNote[];
  readonly acceptedOnly: boolean;
}

/** Every proposal with what became of it; refused ones keep their text, so that it can be read why. */
export function ProposalTable({ runId, proposals, acceptedOnly }: ProposalTableProps) {
  const listed = acceptedOnly ? proposals.filter(({ accepted }) => accepted) : proposals;
  const left = acceptedOnly ? ' Only accepted proposals are listed, as chosen above.' : '';
  return (
    <TableCard
      title="What was proposed, and what became of it?"
      description={`${proposalSentence(proposals)}${left}`}
      caption="Proposals"
      columns={[...COLUMNS, verdictColumn(runId)]}
      rows={[...listed].reverse()}
      keyOf={({ iteration, proposal }) => `${iteration}/${proposal}`}
      page={PAGE}
    />
  );
}

const verdictColumn = (runId: string): TableColumn<ProposalNote> => ({
  label: 'Verdict',
  className: 'sm:min-w-56',
  data: [
    word('accepted', ({ accepted }) => accepted),
    word('reason', proposalReason),
    word('candidate', ({ hash }) => hash),
  ],
  cell: (one) => (
    <>
      <span className="numbers block text-ink-faint text-xs sm:hidden">
        {PROPOSAL_WORDS[one.how]}, {proposalScores(one)}
      </span>
      <Badge tone={one.accepted ? 'honey' : 'neutral'}>{one.accepted ? 'accepted' : 'refused'}</Badge>{' '}
      <span className="text-ink-soft">{proposalReason(one)}</span>
      {one.text === null && !one.isThin ? null : <ProposalText runId={runId} proposal={one} />}
    </>
  ),
});

/** The text of an old proposal of a long run is read when it is opened. */
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
