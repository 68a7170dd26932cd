'use client';

import { CircleCheck, CircleSlash, Ellipsis } from 'lucide-react';
import { useViewer } from '@/components/account/viewer';
import { tellProblem } from '@/components/api/tell-problem';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { DropdownMenu, MenuItem } from '@/components/ui/dropdown-menu';
import { Select } from '@/components/ui/input';
import { SecretOnce } from '@/components/ui/secret-once';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table';
import { Time } from '@/components/ui/time';
import type { PersonView } from '@/lib/contracts/people';
import { ROLES, type Role } from '@/lib/domain/actor';
import { signInTogether } from './sign-in-together';
import { useResetPassword, useUpdatePerson } from './use-people';

export function PersonTable({ people }: { people: readonly PersonView[] }) {
  const { mayAdminister, userId } = useViewer();
  const update = useUpdatePerson();
  const reset = useResetPassword();
  const change = (id: string, body: { role?: Role; disabled?: boolean }) =>
    update.mutate({ id, body }, { onError: tellProblem });
  const resetFor = people.find(({ id }) => id === reset.variables);
  return (
    <>
      <Table caption="People of the workspace" isStacked>
        <TableHead>
          <HeadCell>Name</HeadCell>
          <HeadCell>E-mail</HeadCell>
          <HeadCell>Role</HeadCell>
          <HeadCell>State</HeadCell>
          <HeadCell>Since</HeadCell>
          <HeadCell>
            <span className="sr-only">Actions</span>
          </HeadCell>
        </TableHead>
        <TableBody>
          {people.map((person) => (
            <Row key={person.id}>
              <Cell className="whitespace-nowrap font-medium">
                {person.name}
                {person.id === userId ? <span className="ml-1.5 font-normal text-ink-faint">you</span> : null}
              </Cell>
              <Cell className="break-words">{person.email}</Cell>
              <Cell>
                {mayAdminister ? (
                  <Select
                    className="w-36"
                    aria-label={`Role of ${person.name}`}
                    value={person.role}
                    onChange={(event) => change(person.id, { role: event.target.value as Role })}
                  >
                    {ROLES.map((role) => (
                      <option key={role}>{role}</option>
                    ))}
                  </Select>
                ) : (
                  person.role
                )}
              </Cell>
              <Cell>
                {person.disabledAt ? (
                  <Badge icon={CircleSlash}>Disabled</Badge>
                ) : (
                  <Badge icon={CircleCheck} tone="good">
                    Active
                  </Badge>
                )}
              </Cell>
              <Cell data-head="Since" className="text-ink-faint">
                <Time at={person.createdAt} />
              </Cell>
              <Cell numeric>
                {mayAdminister ? (
                  <DropdownMenu
                    trigger={
                      <Button size="iconSm" variant="ghost" aria-label={`Actions for ${person.name}`}>
                        <Ellipsis aria-hidden />
                      </Button>
                    }
                  >
                    <MenuItem onSelect={() => reset.mutate(person.id, { onError: tellProblem })}>
                      New password
                    </MenuItem>
                    <MenuItem onSelect={() => change(person.id, { disabled: person.disabledAt === null })}>
                      {person.disabledAt ? 'Enable' : 'Disable'}
                    </MenuItem>
                  </DropdownMenu>
                ) : null}
              </Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
      {reset.data ? (
        <SecretOnce
          title="New password"
          what="the password"
          secret={reset.data.password}
          {...(resetFor ? { together: signInTogether(resetFor.email, reset.data.password) } : {})}
          onClose={() => reset.reset()}
        >
          Give it to the person by a safe way. It is not shown again, and their old sessions have ended.
        </SecretOnce>
      ) : null}
    </>
  );
}
