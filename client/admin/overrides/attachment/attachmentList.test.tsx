/** The list of attachments: a thumbnail before the name, the kind of file in words, and one column for who uploaded it. */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen, within } from '@testing-library/react';
import { attachment } from '../../../../common/entities/attachment';
import { EntityPage } from '../../../engine/EntityPage';
import { createListResponse, openScreen, type Screen } from '../../../testing/screenHarness';
import { attachmentOverride } from './attachmentOverride';

let rendered: Screen | undefined;
afterEach(async () => {
  cleanup();
  await rendered?.close();
});

const file = (id: number, name: string, mimetype: string) => ({
  ...{ id, revision: 1, name, mimetype, url: `/storage/${name}`, size: 2048, topic: 'default' },
  ...{ admin_id: 1, user_id: null, quote: 1, last_upload_time: 1 },
});

it('the list of attachments names the kind of each file and shows it before its name', async () => {
  const rows = [file(3, 'meadow.webp', 'image/webp'), file(2, 'terms.pdf', 'application/pdf'), file(1, 'raw', 'x/y')];
  rendered = await openScreen(<EntityPage entity={attachment} />, {
    at: '/admin/attachment',
    others: [attachment],
    overrides: [attachmentOverride],
    respond: ({ path }) =>
      path === '/admin/attachment/index' ? { envelope: { data: createListResponse(rows) } } : undefined,
  });
  expect(await screen.findByText('Image')).toHaveAttribute('title', 'image/webp');
  expect(screen.getByText('PDF')).toBeVisible();
  expect(screen.getByText('x/y')).toBeVisible();
  const row = screen.getByRole('row', { name: /meadow\.webp/ });
  expect(within(row).getByTitle('/storage/meadow.webp').querySelector('img')).not.toBeNull();
  const headers = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(headers).toEqual(expect.arrayContaining(['Name', 'Type', 'Uploaded by']));
  expect(headers).not.toContain('Storage path');
});
