/** A list shows texts in the language of the reader: the English title where the row has one, the stored one otherwise. */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { news } from '../../../../common/entities/news';
import { createListResponse, openScreen, type Screen } from '../../../testing/screenHarness';
import { EntityPage } from '../../EntityPage';

let rendered: Screen | undefined;
afterEach(async () => {
  cleanup();
  await rendered?.close();
});

it('shows the English title of a row that has one', async () => {
  const row = { revision: 1, weigh: 1, create_time: 1, update_time: 1, status: 1 };
  const rows = [
    { ...row, id: 1, title: '密码有变', title_en: 'Passwords change' },
    { ...row, id: 2, title: '只有中文', title_en: null },
  ];
  rendered = await openScreen(<EntityPage entity={news} />, {
    at: '/admin/news?cols=title',
    others: [news],
    respond: ({ path }) =>
      path === '/admin/news/index' ? { envelope: { data: createListResponse(rows) } } : undefined,
  });
  expect(await screen.findByTitle('Passwords change')).toHaveTextContent('Passwords change');
  expect(screen.getByTitle('只有中文')).toHaveTextContent('只有中文');
  expect(screen.queryByText('密码有变')).toBeNull();
});
