import type { Dialect } from '@/lib/domain/trajectory';
import { anthropicDialect } from './anthropic';
import { chatDialect } from './chat';
import type { DialectReader } from './dialect';
import { responsesDialect } from './responses';

export const READERS: Readonly<Record<Dialect, DialectReader>> = {
  openaiChat: chatDialect,
  openaiResponses: responsesDialect,
  anthropicMessages: anthropicDialect,
};
