import { responseBody, responseEvents } from '@/lib/dialects/responses-reply';
import {
  CREATED_SECONDS,
  callId,
  PIECE_LENGTH,
  usageOf,
  type WireReply,
  type WireRequest,
} from './scripted-turn';

export function responsesWire(request: WireRequest): WireReply {
  const { ordinal, body: asked, turn } = request;
  const usage = usageOf(request);
  const reply = {
    id: String(ordinal),
    model: String(asked.model),
    createdSeconds: CREATED_SECONDS,
    ...(turn.reasoning === undefined ? {} : { reasoning: turn.reasoning }),
    ...(turn.text === undefined ? {} : { text: turn.text }),
    calls: (turn.calls ?? []).map(({ name, input }, index) => ({
      id: callId('openaiResponses', ordinal, index),
      name,
      arguments: JSON.stringify(input),
    })),
    usage,
    isCut: turn.isCutAtLimit === true,
  };
  return { usage, body: responseBody(reply), events: responseEvents(reply, PIECE_LENGTH) };
}
