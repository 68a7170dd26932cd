import type { z } from 'zod';
import type { flushEntry } from './flush-schema';
import type { Immutable } from './immutable';

export type FlushEntry = Immutable<z.output<typeof flushEntry>>;
