/** PermissionTree: one component for role groups and member groups; the source decides which permissions can be ticked. */
import { afterEach, expect, it, jest } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { InputProps } from '../../../engine/fieldTypes/fieldType';
import { createListResponse, openScreen, thing, type Screen } from '../../../testing/screenHarness';
import { findColumn } from '../../../../common/entity/columns';
import { AdminPermissions } from './AdminPermissions';
import { MemberPermissions } from './MemberPermissions';
import { PermissionCount } from './PermissionCount';

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

const groupRow = (id: number, name: string, rules: readonly string[]) => ({
  id,
  revision: 1,
  name,
  pid: null,
  rules,
  status: 1,
});
async function open(Tree: typeof AdminPermissions, value: readonly string[]) {
  const column = findColumn(thing, 'words');
  if (column === undefined) throw new Error('column is missing');
  const onChange = jest.fn<InputProps['onChange']>();
  const props = { entity: thing, column, value, onChange, id: 'x', labelId: 'y', label: 'Permissions', rowId: 1 };
  opened = await openScreen(<Tree {...props} describedBy={undefined} disabled={false} invalid={false} />, {
    respond: ({ path }) => {
      if (path === '/admin/admin_group/index')
        return { envelope: { data: createListResponse([groupRow(2, 'Editors', ['thing/index', 'thing/edit'])]) } };
      return path === '/admin/user_group/rules' ? { envelope: { data: { list: rules } } } : undefined;
    },
    otherPermissions: ['admin_group/index'],
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
  // The reason is the description of the group, not a part of each name.
  const reason = 'You can select only permissions that both you and the parent groups have.';
  expect(screen.getAllByText(reason)).toHaveLength(1);
  expect(screen.getByText(reason).closest('fieldset')).toHaveAccessibleDescription(reason);
  expect(screen.queryAllByRole('checkbox', { name: /have this permission/ })).toEqual([]);
});

it('AdminPermissions: a set adds the permissions that the editor holds, and counts the others', async () => {
  const onChange = await open(AdminPermissions, []);
  const choose = async (name: string) => {
    await user.click(await screen.findByRole('button', { name: 'Add many' }));
    await user.click(await screen.findByRole('menuitem', { name }));
  };
  await choose('View everything (read only)');
  expect(onChange.mock.lastCall?.[0]).toEqual(['thing/index']);
  expect(screen.queryByText(/left out/)).toBeNull();
  await choose('Editors');
  expect(onChange.mock.lastCall?.[0]).toEqual(['thing/index', 'thing/edit']);
  await choose('Everything in Content');
  expect(await screen.findByText(/permissions? left out/)).toBeVisible();
});

it('AdminPermissions: no Expand all while a search shows every result', async () => {
  await open(AdminPermissions, []);
  expect(await screen.findByRole('button', { name: 'Expand all' })).toBeVisible();
  await user.type(screen.getByRole('searchbox', { name: 'Search permissions' }), 'thing');
  expect(screen.queryByRole('button', { name: /Expand all|Collapse all/ })).toBeNull();
});

it('PermissionCount: shows the number of permissions, or that all are granted', async () => {
  const column = findColumn(thing, 'words');
  if (column === undefined) throw new Error('column is missing');
  const cell = (value: readonly string[]) => <PermissionCount entity={thing} column={column} value={value} row={{}} />;
  opened = await openScreen(
    <>
      {cell(['*'])}
      {cell(['thing/index'])}
      {cell(['thing/index', 'thing/edit'])}
      {cell([])}
    </>,
    { respond: () => undefined },
  );
  for (const text of ['All', '1 permission', '2 permissions', 'None'])
    expect(await screen.findByText(text)).toBeVisible();
  expect(screen.getByText('2 permissions')).toHaveAttribute('title', expect.stringMatching(/^Things: /));
});
