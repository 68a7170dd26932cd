import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { ImportedRunPreviewView } from '@/lib/contracts/run-imports';
import { type CurveChoices, CurveMappingForm } from './curve-mapping-form';

const mapping = {
  seen: null,
  score: 'accuracy',
  lower: null,
  upper: null,
  n: null,
  seconds: null,
  usd: null,
};
const preview: ImportedRunPreviewView = {
  source: 'csv',
  run: {
    method: 'other',
    task: null,
    seenUnit: 'steps',
    scoredOn: 'unknown',
    points: [],
    finalPrompt: null,
    seedPrompt: null,
    notes: [],
  },
  names: ['accuracy', 'calls'],
  files: [],
  mapping,
  leftOut: [],
  unknown: [],
  faultCount: 0,
  faults: [],
};

function shown(found: ImportedRunPreviewView) {
  const chosen: CurveChoices[] = [];
  render(
    <CurveMappingForm
      preview={found}
      choices={{ source: 'csv', scale: 'share' }}
      onChange={(choices) => chosen.push(choices)}
    />,
  );
  return chosen;
}

describe('the mapping of an imported curve', () => {
  it('takes the method and the columns that a person names, and keeps what else was chosen', async () => {
    const chosen = shown(preview);
    await userEvent.selectOptions(screen.getByLabelText('Method'), 'TextGrad');
    await userEvent.selectOptions(screen.getByLabelText(/^Seen so far/), 'calls');
    expect(chosen).toEqual([
      { source: 'csv', scale: 'share', method: 'textgrad' },
      { source: 'csv', scale: 'share', mapping: { ...mapping, seen: 'calls' } },
    ]);
    expect(screen.queryByLabelText('The axis counts')).toBeNull();
  });
});
