import { classNames } from '@/components/ui/class-names';
import { Fold } from '@/components/ui/fold';
import { ScrollBox } from '@/components/ui/scroll-box';
import type { ComparedInsights } from '@/lib/contracts/compared-insights';
import { formatCount } from '@/lib/view/numbers';

interface Group {
  readonly name: string;
  readonly hint: string;
  readonly insights: readonly { readonly key: string; readonly text: string; readonly into?: string }[];
  readonly fill: string;
}

const groupsOf = ({ kept, merged, lost, added }: ComparedInsights): readonly Group[] => [
  { name: 'Kept', hint: 'Word for word in both prompts', insights: kept, fill: 'bg-good' },
  { name: 'Merged', hint: 'Another line says it, by likeness of words', insights: merged, fill: 'bg-honey' },
  { name: 'Lost', hint: 'In the baseline’s prompt only', insights: lost, fill: 'bg-bad' },
  { name: 'New', hint: 'In this run’s prompt only', insights: added, fill: 'bg-info' },
];

/** A bar of how many insights were kept, merged, lost and added, and each group to be opened. */
export function InsightGroups({ difference }: { readonly difference: ComparedInsights }) {
  const groups = groupsOf(difference);
  const said = groups.map(({ name, insights }) => `${name} ${formatCount(insights.length)}`).join(', ');
  return (
    <>
      <div
        role="img"
        aria-label={`Insights by ${difference.unit}: ${said}`}
        className="flex h-2 w-full gap-px overflow-hidden rounded-full bg-hover"
      >
        {groups.map(({ name, insights, fill }) =>
          insights.length === 0 ? null : (
            <span key={name} className={fill} style={{ flexGrow: insights.length, flexBasis: 0 }} />
          ),
        )}
      </div>
      <div className="grid min-w-0 gap-x-6 gap-y-2">
        {groups.map((group) => (
          <InsightGroup key={group.name} group={group} />
        ))}
      </div>
    </>
  );
}

function InsightGroup({ group: { name, hint, insights, fill } }: { readonly group: Group }) {
  const head = (
    <span className="inline-flex items-center gap-2" title={hint}>
      <span aria-hidden className={classNames('size-2 shrink-0 rounded-full', fill)} />
      {name} <span className="numbers font-medium text-ink">{formatCount(insights.length)}</span>
    </span>
  );
  if (insights.length === 0) return <p className="pl-5 text-[0.8125rem] text-ink-faint">{head}</p>;
  return (
    <Fold summary={head}>
      <ScrollBox label={`${name} insights`} className="fade-ends max-h-96 overflow-y-auto pl-5">
        <ul className="flex flex-col gap-2 text-[0.8125rem]">
          {insights.map((insight) => (
            <li key={insight.key} className="break-words">
              {insight.text}
              {'into' in insight ? <span className="block text-ink-faint">Now: {insight.into}</span> : null}
            </li>
          ))}
        </ul>
      </ScrollBox>
    </Fold>
  );
}
