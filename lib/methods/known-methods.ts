import type { MethodName } from '@/lib/domain/method-settings';
import { AppError } from '@/lib/errors/app-error';
import { ace } from './ace/ace';
import { gepa } from './gepa/gepa';
import type { Method } from './method';
import { mipro } from './mipro/mipro';
import { textGrad } from './textgrad/textgrad';

/** Every method that this version can carry, by name. The engine does not know it: it is given the one of its run. */
const KNOWN_METHODS: Readonly<Partial<Record<MethodName, Method>>> = {
  ace,
  gepa,
  textgrad: textGrad,
  mipro,
};

/** @throws AppError STATE_CONFLICT where this version does not know it */
export function methodNamed(name: MethodName): Method {
  const known = KNOWN_METHODS[name];
  if (known) return known;
  throw new AppError('STATE_CONFLICT', `This version does not know the method ${name}.`, {
    howToProceed: [`Choose one of these methods: ${Object.keys(KNOWN_METHODS).join(', ')}.`],
  });
}
