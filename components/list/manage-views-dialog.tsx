'use client';

import { RefreshCw, Trash2 } from 'lucide-react';
import { useViewer } from '@/components/account/viewer';
import { tellProblem } from '@/components/api/tell-problem';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Dialog } from '@/components/ui/dialog';
import { EmptyState } from '@/components/ui/empty-state';
import { Input } from '@/components/ui/input';
import { say } from '@/components/ui/say';
import type { ListName, SavedViewView } from '@/lib/contracts/saved-views';
import { may } from '@/lib/policy/roles';
import { useCreateView, useDeleteView, useUpdateView } from './use-saved-views';

interface ManageViewsDialogProps {
  readonly list: ListName;
  readonly views: readonly SavedViewView[];
  /** Current address of the list. */
  readonly address: string;
  readonly onClose: () => void;
}

/** Renames, shares, replaces and deletes views. A deletion can be undone while its notice is shown. */
export function ManageViewsDialog({ list, views, address, onClose }: ManageViewsDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      shape="wide"
      title="Views of this list"
      description="A name is saved as you leave its field. Views of others can be opened, not changed."
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      {views.length === 0 ? (
        <EmptyState icon={RefreshCw} title="No view is saved">
          Narrow the list, then save it as a view.
        </EmptyState>
      ) : null}
      <ul className="divide-y divide-line">
        {views.map((view) => (
          <ViewLine key={view.id} list={list} view={view} address={address} />
        ))}
      </ul>
    </Dialog>
  );
}

interface ViewLineProps {
  readonly list: ListName;
  readonly view: SavedViewView;
  readonly address: string;
}

function ViewLine({ list, view, address }: ViewLineProps) {
  const { role } = useViewer();
  const update = useUpdateView(list);
  const create = useCreateView(list);
  const remove = useDeleteView(list);
  const change = (part: { name?: string; address?: string; isShared?: boolean; isDefault?: boolean }) =>
    update.mutate({ viewId: view.id, ...part }, { onError: tellProblem });
  const rename = (name: string) => {
    if (name !== '' && name !== view.name) change({ name });
  };
  const forget = async () => {
    try {
      const { name, address: of, isShared, isDefault } = await remove.mutateAsync(view.id);
      const undo = () =>
        void create.mutateAsync({ name, address: of, isShared, isDefault }).catch(tellProblem);
      say('success', `The view ${name} is forgotten.`, { action: { label: 'Undo', onClick: undo } });
    } catch (error) {
      tellProblem(error);
    }
  };
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5 text-[0.8125rem]">
      {view.isOwn ? (
        <Input
          aria-label={`Name of ${view.name}`}
          className="max-w-60"
          defaultValue={view.name}
          onBlur={(event) => rename(event.target.value.trim())}
        />
      ) : (
        <span className="min-w-0 max-w-60 flex-1">
          <span className="block truncate font-medium">{view.name}</span>
          <span className="block text-ink-faint text-xs">by {view.createdBy}</span>
        </span>
      )}
      {view.isOwn ? (
        <>
          <Checkbox
            checked={view.isShared}
            disabled={!may(role, 'discuss')}
            onCheckedChange={(isShared) => change({ isShared })}
          >
            Shared
          </Checkbox>
          <Checkbox checked={view.isDefault} onCheckedChange={(isDefault) => change({ isDefault })}>
            Default
          </Checkbox>
          <Button
            size="sm"
            busy={update.isPending}
            disabled={view.address === address}
            title="Its filters, order and columns become those that the list has now"
            onClick={() => change({ address })}
          >
            <RefreshCw aria-hidden /> Take over what is shown
          </Button>
        </>
      ) : null}
      {view.isOwn || role === 'owner' ? (
        <Button
          className="ml-auto"
          variant="ghost"
          size="iconSm"
          aria-label={`Forget ${view.name}`}
          busy={remove.isPending}
          onClick={() => void forget()}
        >
          <Trash2 aria-hidden />
        </Button>
      ) : null}
    </li>
  );
}
