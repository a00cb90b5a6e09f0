/** The call log shows errors in sentences. */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { app } from '../../../../common/entities/app';
import { openCall } from '../../../../common/entities/openCall';
import { EntityPage } from '../../../engine/EntityPage';
import { createListResponse, openScreen, type Screen } from '../../../testing/screenHarness';
import { openCallOverride } from './openCallOverride';

let rendered: Screen | undefined;
afterEach(async () => {
  cleanup();
  await rendered?.close();
});

it('the list of calls names the error of each call in a sentence', async () => {
  const codes = ['open.time', 'server.busy', 'future.code', null];
  const rows = codes.map((fault, index) => ({ id: index + 1, revision: 1, path: '/open/1/x', method: 'GET', fault }));
  rendered = await openScreen(<EntityPage entity={openCall} record={undefined} />, {
    at: '/admin/open_call',
    others: [openCall, app],
    overrides: [openCallOverride],
    respond: ({ path }) =>
      path === '/admin/open_call/index' ? { envelope: { data: createListResponse(rows) } } : undefined,
  });
  expect(await screen.findByText('The request time differed too much from the server’s time.')).toBeVisible();
  expect(screen.queryByText('server.busy')).toBeNull();
  expect(screen.getByText('future.code')).toBeVisible();
});
