import { config } from '@/server/config/config';
import { carryImports } from '../carry-imports';

/** A process that does nothing but carry imports, for a test that kills it. */
carryImports(config().databaseUrl);
