'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useRef, useState } from 'react';
import { type DefaultValues, type FieldValues, get, type Path, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { CORRECT_AND_SEND, faultOf, inputSentence } from '@/lib/contracts/input-fault';
import { ApiProblem } from './client';

interface ContractForm<Values extends FieldValues, Body> {
  readonly defaultValues: DefaultValues<Values>;
  /** The server parses the body with the same schema. */
  readonly schema: z.ZodType;
  /** The request that the fields make; fields have the names of its parts. */
  readonly bodyOf: (values: Values) => Body;
  readonly send: (body: Body) => Promise<unknown>;
}

interface Fault {
  readonly path: string;
  readonly message: string;
}

/** A form that is checked by its contract before it is sent; faults of both sides are shown at their fields. */
export function useContractForm<Values extends FieldValues, Body>(options: ContractForm<Values, Body>) {
  const { defaultValues, schema, bodyOf, send } = options;
  const [problem, setProblem] = useState<unknown>(null);
  const sentFrom = useRef<Element | null>(null);
  const form = useForm<Values>({
    defaultValues,
    // Done below, so that faults of the server are treated alike.
    shouldFocusError: false,
    resolver: async (values, context, settings) => {
      const check = zodResolver<FieldValues, unknown, unknown>(schema as z.ZodType<unknown, FieldValues>, {
        error: faultOf,
      });
      const { errors } = await check(bodyOf(values) as FieldValues, context, settings as never);
      return Object.keys(errors).length > 0
        ? { values: {}, errors: errors as never }
        : { values, errors: {} };
    },
  });
  const { errors } = form.formState;
  // After each drawing: the library changes its faults in place.
  useEffect(() => {
    if (Object.keys(errors).length === 0) return;
    sentFrom.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    sentFrom.current = null;
  });
  const submit = form.handleSubmit(
    async (values) => {
      setProblem(null);
      try {
        await send(bodyOf(values));
      } catch (error) {
        setProblem(error);
        for (const { path, message } of error instanceof ApiProblem ? error.problem.fields : [])
          if (path !== '') form.setError(path as Path<Values>, { message });
      }
    },
    (found) => setProblem(contractProblem(faultsIn(found))),
  );
  return {
    ...form,
    problem,
    fault: (path: string) => faultsIn(get(errors, path))[0]?.message,
    /** `from` holds the fields, the first wrong one of which gets the focus. */
    submit: async (from: Element | null) => {
      sentFrom.current = from;
      await submit();
    },
  };
}

/** At a path or below it; the library nests them as the body is nested. */
function faultsIn(errors: unknown, path = ''): readonly Fault[] {
  if (typeof errors !== 'object' || errors === null) return [];
  if ('message' in errors && typeof errors.message === 'string') return [{ path, message: errors.message }];
  return Object.entries(errors).flatMap(([name, below]) =>
    faultsIn(below, /^\d+$/.test(name) ? `${path}[${name}]` : path ? `${path}.${name}` : name),
  );
}

const contractProblem = (fields: readonly Fault[]) =>
  new ApiProblem({
    ...{ title: 'Input invalid', status: 400, code: 'INPUT_INVALID', ruleId: null },
    ...{ detail: inputSentence(fields), fields: [...fields], howToProceed: [CORRECT_AND_SEND] },
  });
