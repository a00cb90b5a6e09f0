/** PermissionTree: one component for role groups and member groups; the source decides which permissions can be ticked. */
import { afterEach, expect, it, jest } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { InputProps } from '../../../engine/fieldTypes/fieldType';
import { openScreen, thing, type Screen } from '../../../testing/screenHarness';
import { findColumn } from '../../../../common/entity/columns';
import { AdminPermissions } from './AdminPermissions';
import { MemberPermissions } from './MemberPermissions';

let opened: Screen;
afterEach(async () => {
  cleanup();
  await opened.close();
});
const user = userEvent.setup();
const rules = [
  { id: 1, pid: 0, type: 'menu_dir', name: 'account', title: 'Account' },
  { id: 2, pid: 1, type: 'route', name: 'account/profile', title: 'My profile' },
  { id: 3, pid: 0, type: 'menu_dir', name: 'wealth', title: 'Wealth' },
  { id: 4, pid: 3, type: 'route', name: 'wealth/balance', title: 'Balance' },
];

async function open(Tree: typeof AdminPermissions, value: readonly string[]) {
  const column = findColumn(thing, 'words');
  if (column === undefined) throw new Error('column is missing');
  const onChange = jest.fn<InputProps['onChange']>();
  const props = { entity: thing, column, value, onChange, id: 'x', labelId: 'y', label: 'Permissions', rowId: 1 };
  opened = await openScreen(<Tree {...props} describedBy={undefined} disabled={false} invalid={false} />, {
    answer: ({ path }) => (path === '/admin/user_group/rules' ? { envelope: { data: { list: rules } } } : undefined),
  });
  return onChange;
}

it('MemberPermissions: each permission and *Everything* can be ticked and unticked', async () => {
  const onChange = await open(MemberPermissions, ['account/profile']);
  const [folder] = await screen.findAllByRole('checkbox', { name: /^Account/ });
  if (folder === undefined) throw new Error('folder is missing');
  await user.click(folder);
  expect(onChange.mock.lastCall?.[0]).toEqual([]);
  await user.click(screen.getByRole('checkbox', { name: /All permissions|Everything/ }));
  expect(onChange.mock.lastCall?.[0]).toEqual(['*']);
});

it('PermissionFolders: opens only the folders with a ticked permission after loading', async () => {
  await open(MemberPermissions, ['account/profile']);
  expect(await screen.findByRole('checkbox', { name: /^My profile/ })).toBeVisible();
  expect(screen.queryByRole('checkbox', { name: /^Balance/ })).toBeNull();
  const folder = (name: RegExp) => screen.getByRole('button', { name });
  expect([folder(/Account/), folder(/Wealth/)].map((one) => one.getAttribute('aria-expanded'))).toEqual([
    'true',
    'false',
  ]);
  await user.click(folder(/Account/));
  expect(screen.queryByRole('checkbox', { name: /^My profile/ })).toBeNull();
});

it('AdminPermissions: disables permissions the editor does not hold', async () => {
  await open(AdminPermissions, ['thing/index', 'other/index']);
  const all = await screen.findByRole('checkbox', { name: /All permissions|Everything/ });
  expect(all).toHaveProperty('disabled', true);
});
