'use client';

import { Badge } from '@/components/ui/badge';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/input';
import { SHAPES, type Shape } from '@/lib/policy/shapes';
import { type LaunchDraft, type PreparedLaunch, SHAPE_WORDS } from '@/lib/view/run-group';

interface ShapeFieldsProps {
  readonly prepared: PreparedLaunch;
  readonly advised: Shape | null;
  readonly fault: (path: string) => string | undefined;
  readonly onChange: (part: Partial<LaunchDraft>) => void;
  readonly onReject: (shape: Shape, reason: string) => void;
}

/** The shape, why it, and why not the others. */
export function ShapeFields({ prepared, advised, fault, onChange, onReject }: ShapeFieldsProps) {
  return (
    <>
      <fieldset className="flex min-w-0 flex-col gap-2">
        <legend className="mb-2 font-medium text-[0.8125rem]">Shape of parallelism</legend>
        <div className="grid gap-2 sm:grid-cols-3">
          {SHAPES.map((shape) => (
            <label
              key={shape}
              className="flex min-w-0 items-start gap-2.5 rounded-md border border-line-strong bg-surface px-3 py-2 text-[0.8125rem] has-checked:border-honey-line has-checked:bg-honey-wash"
            >
              <input
                type="radio"
                name="shape"
                value={shape}
                className="mt-0.5 size-4 shrink-0 accent-honey"
                checked={prepared.shape === shape}
                onChange={() => onChange({ shape, reason: null })}
              />
              <span className="min-w-0">
                <span className="flex flex-wrap items-center gap-1.5 font-medium">
                  {SHAPE_WORDS[shape].name}
                  {advised === shape ? <Badge tone="info">advised</Badge> : null}
                </span>
                <span className="block text-ink-soft text-xs">{SHAPE_WORDS[shape].meaning}</span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <Field
        id="launch-reason"
        label={`Why ${SHAPE_WORDS[prepared.shape].name.toLowerCase()}`}
        hint="In at least 20 characters; it is kept with the group."
        fault={fault('reason')}
      >
        {(control) => (
          <Textarea
            {...control}
            value={prepared.reason}
            onChange={(event) => onChange({ reason: event.target.value })}
          />
        )}
      </Field>
      {prepared.shape === 'hybrid' ? (
        <Field
          id="launch-override"
          label="Why although one task fills the lanes"
          optional
          hint="Needed only where one task keeps half of its lanes busy by itself."
          fault={fault('overrideReason')}
        >
          {(control) => <Textarea {...control} name="overrideReason" className="min-h-14" />}
        </Field>
      ) : null}
      <div className="grid gap-4 sm:grid-cols-2">
        {prepared.others.map(({ shape, reason }) => (
          <Field
            key={shape}
            id={`launch-not-${shape}`}
            label={`Why not ${SHAPE_WORDS[shape].name.toLowerCase()}`}
            fault={
              fault('rejectedShapes') && reason.trim().length < 20
                ? 'Say why it was rejected, in at least 20 characters.'
                : undefined
            }
          >
            {(control) => (
              <Textarea
                {...control}
                className="min-h-14"
                value={reason}
                onChange={(event) => onReject(shape, event.target.value)}
              />
            )}
          </Field>
        ))}
      </div>
    </>
  );
}
