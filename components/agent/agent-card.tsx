'use client';

import { useState } from 'react';
import { useViewer } from '@/components/account/viewer';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { DefinitionList } from '@/components/ui/definition-list';
import type { AgentView } from '@/lib/contracts/agent-shapes';
import { headerOfAgent } from '@/lib/domain/agent-reach';
import {
  INJECTION_WAY_WORDS,
  placeOfAgent,
  RESET_WORDS,
  serverWords,
  TOOLS_WORDS,
} from '@/lib/view/agent-words';
import { formatCount, plural } from '@/lib/view/numbers';
import { limitsText } from '@/lib/view/rollout-facts';
import { SecretDialog } from './secret-dialog';

const PLACE_TERMS = {
  http: 'Host',
  program: 'Program',
  runner: 'Reached by',
  tools: 'Tools',
  terminal: 'In the sandbox',
  appworld: 'In the world',
} as const;

/** Settings of the latest version. */
export function AgentCard({ agent }: { agent: AgentView }) {
  const { mayAdminister } = useViewer();
  const [asksSecret, setAsksSecret] = useState(false);
  const { settings } = agent;
  const header = headerOfAgent(settings);
  return (
    <Card
      title="Settings"
      actions={
        header !== null && mayAdminister && agent.archivedAt === null ? (
          <Button size="sm" onClick={() => setAsksSecret(true)}>
            {agent.hasSecret ? 'Change secret' : 'Set secret'}
          </Button>
        ) : null
      }
    >
      <DefinitionList
        items={[
          { term: PLACE_TERMS[settings.kind], value: placeOfAgent(settings) },
          ...(settings.kind === 'tools' ? [{ term: 'Tool servers', value: serverWords(settings) }] : []),
          { term: 'Model calls', value: settings.proxied ? 'Proxied' : 'Not proxied' },
          ...(header === null
            ? []
            : [{ term: header, value: agent.hasSecret ? 'Secret is set' : 'No secret yet' }]),
          { term: 'State', value: RESET_WORDS[settings.reset] },
          { term: 'Effects', value: TOOLS_WORDS[settings.tools] },
          { term: 'Rollouts at once', value: formatCount(settings.rolloutsMax) },
          { term: 'Limits', value: limitsText(settings.limits) },
        ]}
      />
      <h3 className="mt-4 font-medium text-[0.8125rem]">Components</h3>
      <ul className="mt-2 flex flex-col gap-2 text-[0.8125rem]">
        {settings.components.map(({ name, injection, initialText }) => (
          <li key={name}>
            <div className="flex flex-wrap justify-between gap-x-4">
              <span className="font-mono text-xs">{name}</span>
              <span className="text-ink-faint text-xs">{INJECTION_WAY_WORDS[injection]}</span>
            </div>
            {initialText === '' ? (
              <p className="text-ink-faint text-xs">No initial text</p>
            ) : (
              <details className="text-ink-soft text-xs">
                <summary>Initial text, {plural(initialText.length, 'character')}</summary>
                <p className="mt-1 max-h-64 overflow-y-auto whitespace-pre-wrap break-words font-mono">
                  {initialText}
                </p>
              </details>
            )}
          </li>
        ))}
      </ul>
      {asksSecret ? <SecretDialog agent={agent} onClose={() => setAsksSecret(false)} /> : null}
    </Card>
  );
}
