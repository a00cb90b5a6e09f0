/** The review of a package before it is installed. */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen, within } from '@testing-library/react';
import { module } from '../../../../common/entities/module';
import type { BlockedReason } from '../../../../common/modules/review';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { openScreen, type Screen } from '../../../testing/screenHarness';
import { ReviewDialog } from './ReviewDialog';

let rendered: Screen | undefined;
afterEach(async () => {
  cleanup();
  await rendered?.close();
});

const texts = (en: string) => ({ en, 'zh-cn': en });
const review = {
  id: 3,
  uid: 'notes',
  title: texts('Notes'),
  description: texts('Short notes.'),
  author: '',
  signer: 'Example',
  version: '1.0.0',
  installedVersion: '',
  installedSigner: '',
  permissions: ['hooks'],
  newPermissions: [],
  entities: [],
  seedRows: 0,
  assets: 0,
  code: [],
  pages: [],
  dashboards: [],
  conflicts: [],
};
function Page() {
  useLazyTranslations();
  return <ReviewDialog id={3} revision={1} onClose={() => undefined} onStarted={() => undefined} />;
}
async function open(dependencies: readonly string[], blocked: readonly BlockedReason[] = [], more: object = {}) {
  rendered = await openScreen(<Page />, {
    entity: module,
    respond: ({ path }) =>
      path === '/admin/module/review'
        ? { envelope: { data: { ...review, dependencies, blocked, ...more } } }
        : undefined,
  });
  await screen.findByText('Short notes.');
}

it('review: shows the npm packages of the hooks with their versions', async () => {
  await open(['@scope/slug 1.2.3', 'shout 2.0.0']);
  const section = within(screen.getByRole('region', { name: 'npm packages it would install' }));
  expect(section.getByText('@scope/slug 1.2.3')).toBeVisible();
  expect(section.getByText('shout 2.0.0')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Install' })).toBeEnabled();
});

it('review: names the dashboards that it adds in the language of the reader', async () => {
  await open([], [], { dashboards: [{ en: 'Requests', 'zh-cn': '咨询' }] });
  expect(screen.getByText(/Requests/)).toBeVisible();
  expect(screen.queryByText(/咨询/)).toBeNull();
});

it('review: a package without npm packages has no section for them', async () => {
  await open([]);
  expect(screen.queryByRole('region', { name: 'npm packages it would install' })).toBeNull();
});

it('review: cannot be confirmed while npm packages are disabled, and shows the reason', async () => {
  await open(['shout 2.0.0'], [{ code: 'dependencies_off', subject: 'shout@2.0.0', detail: '' }]);
  expect(screen.getByText('It needs npm packages, which this server can’t install: shout@2.0.0.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Install' })).toBeDisabled();
});

it('review: points out that the update comes from another source, although its signer is the same', async () => {
  const changedSource = { before: 'https://a.example', after: '' };
  await open([], [], { installedVersion: '0.9.0', installedSigner: 'Example', changedSource });
  const text =
    'Comes from an uploaded file, like all later updates. The installed version came from https://a.example.';
  expect(screen.getByText(text)).toBeVisible();
  cleanup();
  await rendered?.close();
  await open([], [], { installedVersion: '0.9.0', installedSigner: 'Example' });
  expect(screen.queryByText(/Comes from/)).toBeNull();
});

it('review: points out that another signer signed the update, and only then', async () => {
  const changed = 'Signed by Example. The installed version was signed by Atrium.';
  await open([], [], { installedVersion: '0.9.0', installedSigner: 'Atrium' });
  expect(screen.getByText(changed)).toBeVisible();
  cleanup();
  await rendered?.close();
  await open([], [], { installedVersion: '0.9.0', installedSigner: 'Example' });
  expect(screen.queryByText(/The installed version was signed by/)).toBeNull();
});
