import type {
  BatchPlan,
  BatchSizeCap,
  FitFault,
  PlanBasis,
  PlateauBasis,
  PowerLawFit,
} from '@/lib/domain/batch-plan';
import { percent } from './numbers';
import { storedOr } from './stored-sentence';

/** A batch plan as one sentence with the numbers that decided it, and what bound the size at its end. */
export function planSentence(plan: BatchPlan): string {
  return storedOr(plan, 'explanation', ({ basis, size, caps }) => {
    const bound = caps.map((cap) => CAP_WORDS[cap]).join(' and ');
    const main = `${wish(basis, plan.fit, plan.plateau)}${brake(plan)}`;
    return `${caps.length === 0 ? main : `${main}; ${bound} hold it at ${size}`}.`;
  });
}

/** Why a fit cannot be trusted, as the middle of a sentence. */
export function fitFaultWords(fault: FitFault): string {
  return storedOr({ fault }, 'fault', () => {
    switch (fault.code) {
      case 'sizes':
        return `only ${fault.measured} distinct size measured, 2 are needed`;
      case 'notFinite':
        return 'the fitted line is not finite';
      case 'alpha':
        return `alpha ${fault.value.toFixed(3)} is not above ${fault.floor}`;
      case 'r2':
        return `R² ${fault.value.toFixed(2)} is below ${fault.floor}`;
    }
  });
}

function wish(basis: PlanBasis, fit: PowerLawFit | null, plateau: number | null): string {
  switch (basis.kind) {
    case 'fixed':
      // The reason is a person's own sentence; its full stop would end up inside the brackets.
      return `The batch size ${basis.size} is fixed by the manifest (${basis.statedReason.trim().replace(/[.!?]+$/, '')})`;
    case 'profile': {
      const { size, place, of } = basis;
      const which =
        place <= of ? `${place} of ${of}` : 'measured again, since its first delay was not usable';
      return `Profile size ${size} is measured (${which}) to learn how an epoch's time falls with the batch size`;
    }
    case 'smallest': {
      const why = fit?.degenerate ? fitFaultWords(fit.degenerate) : 'it has no plateau';
      return `The fit cannot be trusted (${why}), so the smallest profiled size ${basis.size} is used`;
    }
    default:
      return followed(basis, law(basis, fit, plateau));
  }
}

function followed(
  { kind, target, current, predictedMs = 0, isHeld, confirmed }: PlateauBasis,
  line: string,
): string {
  switch (kind) {
    case 'confirming':
      return `${line}, so one iteration at ${target} checks the predicted ${seconds(predictedMs)}`;
    case 'chosen':
      return `${line}, so the size is ${target}`;
    case 'moved':
      return `${line}, which excludes the ${current} in use, so the size moves to ${target}${news(confirmed)}`;
    case 'kept': {
      const why = isHeld ? 'which still holds it' : `less than 20 % from it (${target})`;
      return `The size stays ${current}: ${line}, ${why}${news(confirmed)}`;
    }
  }
}

/** Rulings E5 and Combee 3.1, step 6. */
const CONFIRM_ERROR_MAX = 0.3;

/** Result of the confirming iteration. */
function news(confirmed: PlateauBasis['confirmed']): string {
  if (confirmed === undefined) return '';
  if (confirmed === null) return '; the confirming iteration gave no usable delay';
  const { delayMs, predictedMs } = confirmed;
  const error = Math.abs(delayMs - predictedMs) / predictedMs;
  // The next fit holds the new point either way; above 30 % people should know that the law bends there.
  const after = error > CONFIRM_ERROR_MAX ? ', so the fit was made anew with it' : '';
  return `; the confirming iteration took ${seconds(delayMs)} where ${seconds(predictedMs)} was predicted (error ${share(error)})${after}`;
}

/** Why the size is below what the law asks for: the measured sizes on both sides of the floor. */
function brake({ basis, survival, size, sizeBeforeCaps = size }: BatchPlan): string {
  if (basis.kind === 'profile' || survival?.sizeMax == null || sizeBeforeCaps <= survival.sizeMax) return '';
  const { floor, sizeMax, measured } = survival;
  const holds = measured.findLast((one) => one.size <= sizeMax);
  const breaks = measured.find((one) => one.size > sizeMax);
  const words = [holds, breaks].flatMap((one) =>
    one ? [`${share(one.share)} of ${one.n} insights survived at ${one.size}`] : [],
  );
  return `; but ${words.join(' and ')}, so the floor of ${share(floor)} holds it at ${sizeMax}`;
}

const CAP_WORDS: Readonly<Record<BatchSizeCap, string>> = {
  lanes: 'the lanes',
  tokenLimit: 'the tokens of a minute',
  remaining: 'the examples left',
  maxBatch: 'the limits of batch size and training set',
  varianceFloor: 'rewards that hardly vary',
};

/** The law, the change of conditions if one was found, and the plateau with its interval. */
function law({ interval }: PlateauBasis, fit: PowerLawFit | null, plateau: number | null): string {
  if (fit === null || plateau === null) return 'The law';
  const line = `T = ${seconds(fit.A)} x bs^-${short(fit.alpha)} (R² ${short(fit.r2)}, ${fit.points} iterations)`;
  const last = fit.steps?.at(-1);
  const step =
    last === undefined
      ? ''
      : `, work taking ${short(last.factor)} times as long since iteration ${last.iteration}`;
  return `${line}${step}, has its plateau at ${short(plateau)} (${short(interval.lower)} to ${short(interval.upper)})`;
}

const seconds = (ms: number) => `${short(ms / 1000)} s`;

/** Without a decimal that says nothing. */
const share = (value: number) => `${Number(percent(value).replace(' %', ''))} %`;

/** Three significant digits, without exponents for ordinary sizes. */
const short = (value: number) => Number(value.toPrecision(3)).toString();
