/** The list of designs shows the menu group by its title. */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { crudDesign } from '../../../common/entities/crudDesign';
import { EntityPage } from '../../engine/EntityPage';
import { createListResponse, openScreen, type Screen } from '../../testing/screenHarness';
import { designRow } from '../../testing/designerHarness';
import { crudDesignOverride } from '../overrides/crudDesign';

let driver: Screen | undefined;
afterEach(async () => {
  cleanup();
  await driver?.close();
});

it('MenuGroupCell: shows the title of a group of the menu, and the name of any other group', async () => {
  const rows = [
    { ...designRow(), id: 4, menu: 'developer' },
    { ...designRow(), id: 5, table_name: 'other', menu: 'own_folder' },
  ];
  driver = await openScreen(<EntityPage entity={crudDesign} />, {
    at: '/admin/crud_design',
    others: [crudDesign],
    isSuper: true,
    overrides: [crudDesignOverride],
    respond: ({ path }) => (path.endsWith('/index') ? { envelope: { data: createListResponse(rows) } } : undefined),
  });
  expect(await screen.findByText('Developer')).toBeInTheDocument();
  expect(screen.getByText('own_folder')).toBeInTheDocument();
  expect(screen.queryByText('developer')).toBeNull();
});
