import type { DiagnosisForecastView, ForecastDiagnosisInput } from '@/lib/contracts/diagnosis-forecast';
import type { Actor } from '@/lib/domain/actor';
import { diagnosisForecast } from '@/lib/evaluation/diagnosis-forecast';
import { getSplitRow } from '@/server/repositories/splits';
import { splitCounts } from '@/server/services/runs/split-counts';

type Asked = { readonly splitId: string } & ForecastDiagnosisInput;

/** Forecast cost of the serial diagnosis of a planned run, from the sizes of its split alone. */
export async function forecastDiagnosis(
  actor: Actor<'read'>,
  { splitId, method, stepsPerEpoch, epochs, everyExamples, repetitionsMax, measuredOn }: Asked,
): Promise<DiagnosisForecastView> {
  const { counts } = await getSplitRow(actor.workspaceId, splitId);
  return diagnosisForecast({
    method: { name: method, stepsPerEpoch: stepsPerEpoch ?? null },
    split: { counts: splitCounts(counts) },
    evaluation: {
      everyExamples: everyExamples ?? null,
      split: measuredOn,
      ...(repetitionsMax === undefined ? {} : { repetitionsMax }),
    },
    epochs,
  });
}
