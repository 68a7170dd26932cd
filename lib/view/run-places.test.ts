import { describe, expect, it } from 'vitest';
import { addressedPlace, DETAIL_SECTIONS, placeOf, RUN_TABS, sectionsOf } from './run-places';

describe('the places of a run', () => {
  it('are at most six tabs, each with an address that leads back to it', () => {
    expect(RUN_TABS.length).toBeLessThanOrEqual(6);
    for (const tab of RUN_TABS) expect(placeOf(addressedPlace(tab), true).tab).toBe(tab);
    for (const section of DETAIL_SECTIONS)
      expect(placeOf(addressedPlace(section), true)).toEqual({ tab: 'details', section });
  });

  it.each([
    ['progress', 'overview', null],
    ['iterations', 'iterations', null],
    ['search', 'details', 'search'],
    ['playbook', 'prompt', null],
    ['rollouts', 'rollouts', null],
    ['timeline', 'details', 'timeline'],
    ['scheduling', 'details', 'scheduling'],
    ['diversity', 'details', 'diversity'],
    ['survival', 'details', 'survival'],
    ['cost', 'cost', null],
    ['ledger', 'details', 'ledger'],
    ['manifest', 'details', 'manifest'],
  ])('keep the former address ?tab=%s', (said, tab, section) => {
    expect(placeOf(said, true)).toEqual({ tab, section });
  });

  it('open the overview for an unknown name, and the first section for a run without a search', () => {
    expect(placeOf(null, true)).toEqual({ tab: 'overview', section: null });
    expect(placeOf('nothing', true)).toEqual({ tab: 'overview', section: null });
    expect(placeOf('constructor', true).tab).toBe('overview');
    expect(sectionsOf(false)).not.toContain('search');
    expect(placeOf('search', false)).toEqual({ tab: 'details', section: 'timeline' });
  });
});
