/** The panel of a module that another admin uninstalls meanwhile. */
import { afterEach, expect, it } from '@jest/globals';
import { act, cleanup, screen } from '@testing-library/react';
import { board } from '../../../../common/entities/board';
import { module } from '../../../../common/entities/module';
import { openScreen, type Screen } from '../../../testing/screenHarness';
import { ModulePanel } from './ModulePanel';

let rendered: Screen | undefined;
afterEach(async () => {
  cleanup();
  await rendered?.close();
});

/** The state, not the time of the installation. */
const CHIP = { selector: '.MuiChip-label' };
const ROW = {
  id: 1,
  revision: 1,
  uid: 'notes',
  title: '便签',
  title_en: 'Notes',
  description: '',
  description_en: 'Short.',
  version: '1.0.0',
  state: 'installed',
  permissions: [],
  entities: [],
  failure: '',
  failure_en: '',
  signer: 'Example',
  author: 'Example',
  installed_time: 1_700_000_000,
  job_id: 0,
};

async function open(isStored = true, row: object = ROW, menus: readonly unknown[] = []): Promise<void> {
  rendered = await openScreen(<ModulePanel id={1} onClose={() => undefined} />, {
    others: [module, board],
    isSuper: true,
    menus,
    respond: ({ path }) => {
      if (path !== '/admin/module/edit') return undefined;
      return isStored
        ? { envelope: { data: { row, refs: {}, seq: '1', epoch: 'e1' } } }
        : { status: 404, envelope: { code: 404, msg: 'Not found' } };
    },
  });
}

it('module panel: once the module is uninstalled, it says so, by whom, and offers nothing any more', async () => {
  await open();
  await screen.findByText('Installed', CHIP);
  expect(screen.getByRole('button', { name: 'Uninstall' })).toBeEnabled();
  const deletion = { op: 'del', id: 1, v: 2, at: Date.now(), by: { id: 'admin:8', name: 'Ben' } } as const;
  act(() => rendered?.receiveFrame({ e: 'module', c: [deletion] }));
  expect(await screen.findByText('Ben uninstalled this module.')).toBeVisible();
  expect(screen.queryByText('Installed', CHIP)).toBeNull();
  for (const name of ['Uninstall', 'Disable', 'Export records'])
    expect(screen.queryByRole('button', { name })).toBeNull();
});

const TEXTS = { en: 'Shared notes', 'zh-cn': '公共便签' };
const PARTS = {
  pages: [
    {
      path: 'notes',
      entity: 'thing',
      title: TEXTS,
      description: TEXTS,
      layout: 'entries',
      heading: 'title',
      body: 'note',
    },
  ],
  boards: { requests: 3 },
};
const SCREEN_RULE = {
  id: 5,
  type: 'menu',
  menu_type: 'tab',
  name: 'screen.notes.desk',
  path: 'screens/notes/desk',
  children: [],
  title: '前台',
  title_en: 'Front desk',
  component: 'module/notes/1.0.0/desk',
};

it('module panel: links to the records, screens, dashboards and public pages that run', async () => {
  const row = { ...ROW, entities: ['thing', 'unknown'], parts: PARTS };
  await open(true, row, [{ id: 4, type: 'menu_dir', name: 'menu/x', children: [SCREEN_RULE] }]);
  const links = (await screen.findAllByRole('link')).map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    ['Open Things', '/admin/thing'],
    ['Open Shared dashboards', '/admin/board'],
    ['Open Front desk', '/admin/screens/notes/desk'],
    ['Open Shared notes (/notes)', '/notes'],
  ]);
});

it('module panel: a disabled module has no links', async () => {
  await open(true, { ...ROW, state: 'disabled', entities: ['thing'], parts: PARTS });
  await screen.findByText('Disabled', CHIP);
  expect(screen.queryByRole('link')).toBeNull();
});

it('module panel: opened after the module was uninstalled, it says why there is nothing', async () => {
  await open(false);
  expect(await screen.findByText('It was uninstalled, or its package was discarded.')).toBeVisible();
});
