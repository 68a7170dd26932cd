import type { z } from 'zod';
import type { Immutable } from './immutable';
import type { task } from './manifest-schema';

export type Task = Immutable<z.output<typeof task>>;
