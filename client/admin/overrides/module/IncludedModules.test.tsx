/** The modules that come with the product, on an empty screen of modules. */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { module } from '../../../../common/entities/module';
import { EntityPage } from '../../../engine/EntityPage';
import { createListResponse, openScreen, type Screen } from '../../../testing/screenHarness';
import { moduleOverride } from './moduleOverride';

let rendered: Screen | undefined;
afterEach(async () => {
  cleanup();
  await rendered?.close();
});

const FAQ = {
  uid: 'faq',
  version: '1.0.0',
  installedVersion: '',
  title: { en: 'FAQ', 'zh-cn': '常见问题' },
  description: { en: 'Questions.', 'zh-cn': '问题。' },
};

const open = async (isSuper: boolean): Promise<void> => {
  rendered = await openScreen(<EntityPage entity={module} record={undefined} />, {
    at: '/admin/module',
    others: [module],
    overrides: [moduleOverride],
    isSuper,
    respond: ({ path }) => {
      if (path === '/admin/module/index') return { envelope: { data: createListResponse([]) } };
      if (path === '/admin/module/included') return { envelope: { data: { list: [FAQ] } } };
      return path === '/admin/module/include' ? { envelope: { data: { id: 4, uid: 'faq' } } } : undefined;
    },
  });
  await screen.findByText('No modules yet');
};

it('modules: an empty screen offers those that come with the product, and leads to their review', async () => {
  await open(true);
  const section = await screen.findByRole('region', { name: 'Included with Atrium' });
  expect(section).toHaveTextContent('Questions.');
  await userEvent.setup().click(screen.getByRole('button', { name: 'Review and install: FAQ 1.0.0' }));
  await waitFor(() => expect(rendered?.address().pathname).toBe('/admin/module/4'));
  expect(rendered?.address().search).toBe('?review=1');
  const [request] = rendered?.fakeServer.requests.filter(({ path }) => path === '/admin/module/include') ?? [];
  expect(request?.body).toEqual({ uid: 'faq' });
});

it('modules: only super admins are offered them', async () => {
  await open(false);
  expect(rendered?.fakeServer.requests.some(({ path }) => path === '/admin/module/included')).toBe(false);
});
