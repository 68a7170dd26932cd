import { handlerOf, operationNamed, requestOf } from '@/server/http/operation-door';

/** Calls an operation of the API with a key, through its route handler and without a network between. */
export type CallDoor = (
  operationId: string,
  asked: { readonly params?: Record<string, string>; readonly body?: object },
) => Promise<unknown>;

/** The parsed answer; a refusal is thrown with what it says. */
export function callDoor(secret: string): CallDoor {
  const headers = new Headers({ authorization: `Bearer ${secret}` });
  return async (operationId, { params = {}, body }) => {
    const operation = operationNamed(operationId);
    const handler = await handlerOf(operation);
    const text = body === undefined ? {} : { body: JSON.stringify(body) };
    const request = requestOf(operation, { params, headers, ...text });
    const response = await handler(request, { params: Promise.resolve(params) });
    if (response.ok) return response.json();
    throw new Error(`${operationId} was refused: ${await response.text()}`);
  };
}
