import type { Dialect } from '@/lib/domain/trajectory';
import { anthropicWire } from './anthropic-wire';
import { chatWire } from './chat-wire';
import { responsesWire } from './responses-wire';
import type { WriteReply } from './scripted-turn';

export const WIRES: Readonly<Record<Dialect, WriteReply>> = {
  openaiChat: chatWire,
  openaiResponses: responsesWire,
  anthropicMessages: anthropicWire,
};
