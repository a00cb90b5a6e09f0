/** Sample rows of the preview. */
import { expect, it } from '@jest/globals';
import { createRegistry } from '../../../../common/entity/registry';
import { thing } from '../../../testing/screenHarness';
import { createSampleRows, firstSample } from './sampleRows';

it('the form shows the sample with the first state, whatever the list is sorted by', () => {
  const samples = createSampleRows(thing, 'Sample', createRegistry({ thing }), () => 'Thing');
  expect(samples.rows.map(({ id }) => id)).toEqual([3, 2, 1]);
  expect(firstSample(samples)).toMatchObject({ id: 1, state: 0 });
});
