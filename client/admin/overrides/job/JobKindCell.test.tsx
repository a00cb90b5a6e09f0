/** The subject of a job is the name of an entity in words. */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen as page } from '@testing-library/react';
import { entities } from '../../../../common/entities/index';
import { job } from '../../../../common/entities/job';
import { findColumn } from '../../../../common/entity/columns';
import { createRegistry } from '../../../../common/entity/registry';
import { EngineContext, createEngineConfig } from '../../../engine/engineContext';
import { textFieldType } from '../../../engine/fieldTypes/Text';
import { openScreen, type Screen } from '../../../testing/screenHarness';
import { JobSubjectCell } from './JobKindCell';

let screen: Screen | undefined;
afterEach(async () => {
  cleanup();
  await screen?.close();
});

it('shows the name of the entity, and any other subject as it is', async () => {
  const column = findColumn(job, 'subject');
  if (column === undefined) throw new Error('column `subject` is missing');
  const cell = { entity: job, column, row: {}, commit: undefined, DefaultCell: textFieldType.Cell };
  screen = await openScreen(
    <EngineContext value={createEngineConfig(createRegistry(entities))}>
      <JobSubjectCell {...cell} value="news" />
      <JobSubjectCell {...cell} value="parcel-1.2" />
    </EngineContext>,
    { respond: () => undefined },
  );
  expect(await page.findByText('News')).toBeVisible();
  expect(page.getByText('parcel-1.2')).toBeVisible();
});
