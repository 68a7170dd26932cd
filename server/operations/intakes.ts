import * as intakes from '@/lib/contracts/intakes';
import { serve } from '@/server/http/serve';
import { estimateIntake } from '@/server/services/intakes/estimate-intake';
import { finishIntake } from '@/server/services/intakes/finish-intake';
import {
  archiveIntake,
  createIntake,
  getIntake,
  listIntakes,
  saveIntake,
} from '@/server/services/intakes/manage-intakes';

/** Guided set-up. */
export const served = [
  serve(intakes.archiveIntake, archiveIntake),
  serve(intakes.estimateIntake, estimateIntake),
  serve(intakes.finishIntake, finishIntake),
  serve(intakes.getIntake, getIntake),
  serve(intakes.saveIntake, saveIntake),
  serve(intakes.listIntakes, listIntakes),
  serve(intakes.createIntake, createIntake),
];
