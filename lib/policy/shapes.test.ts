import { describe, expect, it } from 'vitest';
import { AppError } from '@/lib/errors/app-error';
import { adviseShape, rejectionsFor, shapeHints } from './shape-advice';
import { assertShape, type RejectedShape, type Shape, type ShapePlan, type ShapeTask } from './shapes';

const REASON = 'Both tasks leave most of their lanes idle.';

const task = (name: string, changes: Partial<ShapeTask> = {}): ShapeTask => ({
  experimentId: `exp_${name}`,
  name,
  splitId: `spl_${name}`,
  heldOutExamples: 50,
  measuredOn: 'heldOut',
  utilisation: 0.2,
  diagnosis: 'go',
  lanes: 32,
  ...changes,
});
const rejecting = (...shapes: Shape[]): RejectedShape[] => shapes.map((shape) => ({ shape, reason: REASON }));
const TWO: ShapePlan = {
  shape: 'hybrid',
  reason: REASON,
  rejected: rejecting('candidate', 'task'),
  tasks: [task('A'), task('B')],
  overrideReason: null,
};

function refusal(changes: Partial<ShapePlan>): string | null {
  try {
    assertShape({ ...TWO, ...changes });
    return null;
  } catch (error) {
    return AppError.is(error) ? error.code : 'thrown';
  }
}

describe('the shape of a launch', () => {
  it('R-070: candidate-parallel is one run of one task', () => {
    const candidate = { shape: 'candidate', rejected: rejecting('task', 'hybrid') } as const;
    expect(refusal({ ...candidate, tasks: [task('A')] })).toBeNull();
    expect(refusal(candidate)).toBe('INPUT_INVALID');
    expect(adviseShape([task('A')]).shape).toBe('candidate');
  });

  it('R-071: several tasks need held-out examples of their own each, and are measured on them', () => {
    expect(refusal({})).toBeNull();
    const withB = (changes: Partial<ShapeTask>) => refusal({ tasks: [task('A'), task('B', changes)] });
    expect(withB({ heldOutExamples: 0 })).toBe('PER_TASK_HELDOUT_REQUIRED');
    expect(withB({ measuredOn: 'selection' })).toBe('PER_TASK_HELDOUT_REQUIRED');
    expect(withB({ splitId: 'spl_A' })).toBe('PER_TASK_HELDOUT_REQUIRED');
    expect(refusal({ shape: 'task', rejected: rejecting('candidate', 'hybrid') })).toBeNull();
  });

  it('R-072: hints that task-parallel is for tasks too small to fill the hardware', () => {
    expect(shapeHints('task', [task('A'), task('B', { utilisation: 0.8 })])[0]).toMatch(
      /too small.*B keeps 80 %/,
    );
    expect(shapeHints('task', [task('A'), task('B')])).toEqual([]);
    expect(shapeHints('hybrid', [task('A'), task('B', { utilisation: null })])[0]).toMatch(
      /not measured for B/,
    );
  });

  it('R-073: refuses hybrid where one task keeps half of its lanes busy, unless a reason overrides', () => {
    const busy = (utilisation: number) => ({ tasks: [task('A'), task('B', { utilisation })] });
    expect(refusal(busy(0.5))).toBe('HYBRID_NOT_NEEDED');
    expect(refusal(busy(0.499))).toBeNull();
    expect(
      refusal({ ...busy(0.9), overrideReason: 'The provider doubled its lanes last night.' }),
    ).toBeNull();
    expect(refusal({ ...busy(0.9), overrideReason: 'because' })).toBe('HYBRID_NOT_NEEDED');
    const other = { shape: 'task', rejected: rejecting('candidate', 'hybrid') } as const;
    expect(refusal({ ...busy(0.9), ...other })).toBeNull();
  });

  it('R-074: refuses a shape without a reason of twenty characters', () => {
    expect(refusal({ reason: '' })).toBe('SHAPE_REASON_MISSING');
    expect(refusal({ reason: 'nineteen characters' })).toBe('SHAPE_REASON_MISSING');
    expect(refusal({ reason: 'twenty characters ok' })).toBeNull();
  });

  it('R-075: refuses a launch that does not say why not the other shapes', () => {
    expect(refusal({ rejected: [] })).toBe('REJECTED_SHAPES_MISSING');
    expect(refusal({ rejected: rejecting('candidate') })).toBe('REJECTED_SHAPES_MISSING');
    const empty = [...rejecting('candidate'), { shape: 'task' as const, reason: ' ' }];
    expect(refusal({ rejected: empty })).toBe('REJECTED_SHAPES_MISSING');
    expect(refusal({ rejected: rejecting('task', 'candidate') })).toBeNull();
  });

  it('R-075: generates the reasons from what was measured, and none where nothing was', () => {
    const reasons = rejectionsFor('hybrid', TWO.tasks);
    expect(reasons.map(({ shape }) => shape)).toEqual(['candidate', 'task']);
    expect(refusal({ rejected: reasons })).toBeNull();
    const noGo = [task('A'), task('B', { diagnosis: 'noGo' })];
    expect(rejectionsFor('task', noGo).at(-1)?.reason).toMatch(/No serial diagnosis says go for B/);
    const unknown = [task('A', { utilisation: null }), task('B', { utilisation: null })];
    expect(rejectionsFor('task', unknown).map(({ shape }) => shape)).toEqual(['candidate']);
    for (const shape of ['task', 'hybrid'] as const) {
      expect(rejectionsFor('candidate', [task('A')]).map((each) => each.shape)).toContain(shape);
    }
  });

  it('R-201: advises hybrid only below half of the lanes, serial runs without a go, else one after another', () => {
    const advised = (...changes: Partial<ShapeTask>[]) =>
      adviseShape(changes.map((change, index) => task(String(index), change))).shape;
    expect(advised({}, {})).toBe('hybrid');
    expect(advised({}, { utilisation: 0.5 })).toBe('candidate');
    expect(advised({}, { diagnosis: null })).toBe('task');
    expect(advised({}, { utilisation: null })).toBe('candidate');
  });
});
