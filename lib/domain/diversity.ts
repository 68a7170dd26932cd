import type { z } from 'zod';
import type { Immutable } from './immutable';
import type { diversitySettings } from './learning-schema';

/** Settings that keep parallel edits from becoming copies of one edit. */
export type DiversitySettings = Immutable<z.output<typeof diversitySettings>>;
export type WeightedOperator = DiversitySettings['operators'][number];
export type TemperatureStep = DiversitySettings['temperature'][number];
