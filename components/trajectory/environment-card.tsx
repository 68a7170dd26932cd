import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { CodeBlock } from '@/components/ui/code-block';
import { DefinitionList } from '@/components/ui/definition-list';
import { Notice } from '@/components/ui/notice';
import { ScrollBox } from '@/components/ui/scroll-box';
import type { EnvironmentVerdict } from '@/lib/domain/environment-verdict';
import { formatFigure, formatScore, plural } from '@/lib/view/numbers';

/** Findings of the environment after the agent: rewards, tests, changed files and the verifier's output as text. */
export function EnvironmentCard({ verdict }: { readonly verdict: EnvironmentVerdict }) {
  const { value, rewards, output, changedFiles, timedOut, withoutNetwork } = verdict;
  const others = Object.entries(rewards).filter(([name]) => name !== 'reward');
  return (
    <Card title="Environment">
      <div className="flex min-w-0 flex-col gap-4">
        <DefinitionList
          className="!grid-cols-1"
          items={[
            { term: 'Reward', value: formatScore(value) },
            // Named and scaled by the environment: a count of tests may be among them.
            ...others.map(([term, reward]) => ({ term, value: formatFigure(reward) })),
          ]}
        />
        {timedOut ? (
          <Notice tone="honey" title="The agent did not finish">
            The environment judged what was there.
          </Notice>
        ) : null}
        {withoutNetwork ? (
          <Notice tone="honey" title="Ran without a network">
            The task may want one.
          </Notice>
        ) : null}
        {verdict.tests ? <Tests tests={verdict.tests} /> : null}
        {changedFiles.length > 0 ? (
          <details className="text-[0.8125rem]">
            <summary>{plural(changedFiles.length, 'changed file')}</summary>
            <ScrollBox label="Changed files" className="fade-ends mt-2 max-h-64 overflow-y-auto">
              <ul className="flex flex-col gap-1">
                {changedFiles.map(({ path, change }) => (
                  <li key={path} className="flex justify-between gap-3">
                    <span className="min-w-0 break-all font-mono text-xs">{path}</span>
                    <span className="shrink-0 text-ink-faint text-xs">{change}</span>
                  </li>
                ))}
              </ul>
            </ScrollBox>
          </details>
        ) : null}
        {output === '' ? null : (
          <section className="flex min-w-0 flex-col gap-1">
            <h3 className="font-medium text-ink-faint text-xs">Output of the verifier</h3>
            <CodeBlock text={output} what="output of the verifier" wrap />
          </section>
        )}
      </div>
    </Card>
  );
}

/** Failed tests first: they say what to do. */
function Tests({ tests }: { readonly tests: NonNullable<EnvironmentVerdict['tests']> }) {
  const results = Object.entries(tests).sort(([, a], [, b]) => (a === b ? 0 : a === 'failed' ? -1 : 1));
  const passed = results.filter(([, result]) => result === 'passed').length;
  return (
    <section className="flex min-w-0 flex-col gap-1">
      <h3 className="font-medium text-ink-faint text-xs">
        {passed} of {plural(results.length, 'test')} passed
      </h3>
      <ScrollBox label="Tests" className="fade-ends max-h-64 overflow-y-auto">
        <ul className="flex flex-col gap-1.5">
          {results.map(([name, result]) => (
            <li key={name} className="flex items-start justify-between gap-3">
              <span className="min-w-0 break-all font-mono text-xs">{name}</span>
              <Badge tone={result === 'passed' ? 'good' : 'bad'}>{result}</Badge>
            </li>
          ))}
        </ul>
      </ScrollBox>
    </section>
  );
}
