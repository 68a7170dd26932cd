'use client';

import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { AuditPanel } from '@/components/audit/audit-panel';
import { PageHeader } from '@/components/ui/page-header';
import { Tabs } from '@/components/ui/tabs';
import { WebhooksPanel } from '@/components/webhook/webhooks-panel';
import { KeysPanel } from './keys-panel';
import { PeoplePanel } from './people-panel';
import { ProfilePanel } from './profile-panel';
import { ProvidersPanel } from './providers-panel';
import { TracesPanel } from './traces-panel';

const TABS = ['models', 'keys', 'people', 'webhooks', 'traces', 'audit', 'profile'] as const;

export function SettingsView() {
  const [tab, setTab] = useQueryState('tab', parseAsStringLiteral(TABS).withDefault('models'));
  return (
    <>
      <PageHeader
        title="Settings"
        description="Models and their prices, API keys, people, webhooks, how traces are kept, the audit log, and your own profile."
      />
      <Tabs
        label="Settings"
        value={tab}
        onChange={(value) => setTab(value as (typeof TABS)[number])}
        items={[
          { value: 'models', label: 'Models', content: <ProvidersPanel /> },
          { value: 'keys', label: 'API keys', content: <KeysPanel /> },
          { value: 'people', label: 'People', content: <PeoplePanel /> },
          { value: 'webhooks', label: 'Webhooks', content: <WebhooksPanel /> },
          { value: 'traces', label: 'Traces', content: <TracesPanel /> },
          { value: 'audit', label: 'Audit', content: <AuditPanel /> },
          { value: 'profile', label: 'Profile', content: <ProfilePanel /> },
        ]}
      />
    </>
  );
}
