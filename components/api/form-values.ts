import { ApiProblem } from './client';

/** Values of a form's fields, in the types that the API wants. An empty number is "not given", never 0. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
}

/** As it was typed: the sign-in takes it so, spaces at its ends included. */
export function passwordOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

export function numberOf(form: FormData, name: string): number | null {
  const text = textOf(form, name);
  return text === '' ? null : Number(text);
}

/** The server's fault for a field of the form that was just sent. */
export function faultsOf(error: unknown): (path: string) => string | undefined {
  return (path) => (error instanceof ApiProblem ? error.faultAt(path) : undefined);
}
