import { isObject, objectOf, stringOf } from '@/lib/dialects/read-json';
import type { ScoreSource, TraceScore } from '@/lib/domain/collected-trace';
import { canonicalJson } from '@/lib/domain/content-hash';
import type { JsonObject, JsonValue } from '@/lib/domain/json';
import type { TraceLog, TraceSpan } from '@/lib/domain/trace-span';
import { numberedAttributes } from '../messages/numbered-attributes';

const EVALUATION = 'gen_ai.evaluation.result';

export const isEvaluation = ({ name }: { readonly name: string }) => name === EVALUATION;

/** Evaluations that came with a trace, each once: as events, as log records, or in OpenInference's attributes. */
export function traceScores(spans: readonly TraceSpan[], logs: readonly TraceLog[]): TraceScore[] {
  const events = spans.flatMap((span) =>
    span.events.filter(isEvaluation).map(({ attributes }) => attributes),
  );
  const logged = logs.filter(isEvaluation).map(({ attributes, body }) => ({ ...body, ...attributes }));
  const found = [
    ...[...events, ...logged].map(scoreOfEvent),
    ...spans.flatMap(({ attributes }) => annotations(attributes)),
  ];
  return [...new Map(found.map((score) => [canonicalJson(score), score])).values()];
}

function scoreOfEvent(told: JsonObject): TraceScore {
  const of = (part: string) => told[`gen_ai.evaluation.${part}`];
  return traceScore('event', {
    ...{ name: of('name'), label: of('score.label'), explanation: of('explanation') },
    value: of('score.value'),
  });
}

const ANNOTATIONS = ['evaluations', 'annotations', 'trace.evaluations', 'trace.annotations'];

function annotations(attributes: JsonObject): TraceScore[] {
  return ANNOTATIONS.flatMap((prefix) => numberedAttributes(attributes, prefix))
    .filter(isObject)
    .map(({ evaluation, annotation }) => objectOf(evaluation ?? annotation))
    .map(({ name, label, score, explanation }) =>
      traceScore('event', { name, label, value: score, explanation }),
    );
}

interface Told {
  readonly name: JsonValue | undefined;
  readonly value: JsonValue | undefined;
  readonly label: JsonValue | undefined;
  readonly explanation: JsonValue | undefined;
}

/** A value outside of [0, 1] has another scale, which is not known: it is kept as the label. */
export function traceScore(by: ScoreSource, { name, value, label, explanation }: Told): TraceScore {
  const number = typeof value === 'boolean' ? Number(value) : value;
  const isShare = typeof number === 'number' && number >= 0 && number <= 1;
  const shown = typeof number === 'number' && !isShare ? String(number) : null;
  return {
    ...{ name: stringOf(name) || 'score', by, value: isShare ? number : null },
    label: stringOf(label) || shown,
    explanation: stringOf(explanation) || null,
  };
}
