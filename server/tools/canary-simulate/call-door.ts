import { operationNamed, requestOf } from '@/server/operations/call-operation';
import { servedOf } from '@/server/operations/operation-table';

/** Calls an operation of the API with a key, without a network between. */
export type CallDoor = (
  operationId: string,
  asked: { readonly params?: Record<string, string>; readonly body?: object },
) => Promise<unknown>;

/** The parsed answer; a refusal is thrown with what it says. */
export function callDoor(secret: string): CallDoor {
  const headers = new Headers({ authorization: `Bearer ${secret}` });
  return async (operationId, { params = {}, body }) => {
    const operation = operationNamed(operationId);
    const text = body === undefined ? {} : { body: JSON.stringify(body) };
    const request = requestOf(operation, { params, headers, ...text });
    const response = await (await servedOf(operation)).handle(request, params);
    if (response.ok) return response.json();
    throw new Error(`${operationId} was refused: ${await response.text()}`);
  };
}
