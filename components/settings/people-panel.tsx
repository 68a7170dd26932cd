'use client';

import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { NO_ADMINISTRATION, useViewer } from '@/components/account/viewer';
import { ProblemNotice } from '@/components/api/problem-notice';
import { TableDoor } from '@/components/list/table-door';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { SkeletonRows } from '@/components/ui/skeleton';
import type { PersonView } from '@/lib/contracts/people';
import { type DataField, tableOfRows, word } from '@/lib/view/list-rows';
import { PersonDialog } from './person-dialog';
import { PersonTable } from './person-table';
import { usePeople } from './use-people';

const ROLE_MEANINGS = [
  ['owner', 'everything, with models, keys and people'],
  ['experimenter', 'data sets, experiments and runs'],
  ['reviewer', 'reads everything, judges reports and promotions'],
  ['viewer', 'reads everything'],
] as const;

/** Columns of a file of people. */
const FILE: readonly { readonly data: readonly DataField<PersonView>[] }[] = [
  {
    data: [
      word('name', ({ name }) => name),
      word('e-mail', ({ email }) => email),
      word('role', ({ role }) => role),
      word('since', ({ createdAt }) => createdAt),
      word('disabled at', ({ disabledAt }) => disabledAt),
    ],
  },
];

export function PeoplePanel() {
  const { mayAdminister } = useViewer();
  const people = usePeople();
  const [adds, setAdds] = useState(false);
  return (
    <div className="flex flex-col gap-4">
      <Card
        flush
        title="People"
        actions={
          <>
            <Button
              variant="primary"
              blocked={mayAdminister ? undefined : NO_ADMINISTRATION}
              onClick={() => setAdds(true)}
            >
              <UserPlus aria-hidden /> Add a person
            </Button>
            <TableDoor
              name="People of the workspace"
              read={async () => tableOfRows('People of the workspace', FILE, people.data ?? [])}
            />
          </>
        }
      >
        {people.isPending ? <SkeletonRows label="Loading people" rows={3} /> : null}
        {people.isError ? (
          <ProblemNotice className="m-4" error={people.error} onRetry={() => people.refetch()} />
        ) : null}
        {people.data ? <PersonTable people={people.data} /> : null}
      </Card>
      <Card title="What a role may do">
        <dl className="grid gap-x-8 gap-y-2 text-[0.8125rem] sm:grid-cols-2">
          {ROLE_MEANINGS.map(([role, meaning]) => (
            <div key={role} className="flex gap-2">
              <dt className="w-28 shrink-0 font-medium">{role}</dt>
              <dd className="text-ink-faint">{meaning}</dd>
            </div>
          ))}
        </dl>
      </Card>
      {adds ? <PersonDialog onClose={() => setAdds(false)} /> : null}
    </div>
  );
}
