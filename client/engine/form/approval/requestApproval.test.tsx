/** A save that needs the approval of another admin offers to request it. */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { defineEntity } from '../../../../common/entity/entity';
import type { FakeResponse } from '../../../testing/fakeHttpServer';
import { thing } from '../../../testing/screenHarness';
import { savedResponse, openThing, title, type FormDriver } from '../../../testing/formHarness';
import { rewrite } from '../../../testing/typeText';

const { spec, name } = thing;
const protectedEntity = defineEntity(name, { ...spec, actions: ['ask'], actionNodes: { ask: 'thing/edit' } } as never);
const rejectedSave: FakeResponse = {
  envelope: {
    code: 0,
    msg: 'Another admin must approve it.',
    data: { secondPerson: true, fields: { title: 'Another admin must approve this change' } },
  },
};
const SERVER_MESSAGE = 'Another admin was asked by the server.';
const BUTTON = { name: 'Request approval' };
const user = userEvent.setup();
let form: FormDriver;
afterEach(async () => {
  cleanup();
  await form.close();
});
const save = () => user.click(screen.getByRole('button', { name: 'Save' }));

it('requestApproval: sends the rejected field only, resets it, and keeps the other typed text', async () => {
  form = await openThing(() => rejectedSave, {
    entity: protectedEntity,
    other: ({ path }) => (path === '/admin/thing/ask' ? { envelope: { msg: SERVER_MESSAGE, data: {} } } : undefined),
  });
  await rewrite(title(), 'Looser');
  await rewrite(screen.getByLabelText<HTMLTextAreaElement>('Note'), 'Kept');
  expect(screen.queryByRole('button', BUTTON)).toBeNull();
  await save();
  await user.click(await screen.findByRole('button', BUTTON));
  await waitFor(() => expect(title()).toHaveValue('Thing 1'));
  const sentRequests = form.fakeServer.requests.find(({ path }) => path === '/admin/thing/ask');
  expect(sentRequests?.body).toEqual({ id: 1, title: 'Looser' });
  expect(screen.getByLabelText('Note')).toHaveValue('Kept');
  expect(screen.queryByRole('button', BUTTON)).toBeNull();
  expect(form.client.app.toasts.list()).toMatchObject([{ text: SERVER_MESSAGE }]);
});

it('requestApproval: keeps the value when the request is rejected; other rejections offer no request', async () => {
  const responses = [rejectedSave, { envelope: { code: 0, msg: 'no', data: { fields: { title: 'Too plain' } } } }];
  form = await openThing(() => responses.shift() ?? savedResponse({}), {
    entity: protectedEntity,
    other: ({ path }) => (path === '/admin/thing/ask' ? { envelope: { code: 0, msg: 'Already waiting.' } } : undefined),
  });
  await rewrite(title(), 'Looser');
  await save();
  await user.click(await screen.findByRole('button', BUTTON));
  await waitFor(() => expect(form.client.app.toasts.list()).toMatchObject([{ text: 'Already waiting.' }]));
  expect(title()).toHaveValue('Looser');
  await save();
  expect(await screen.findByText('Too plain')).toBeInTheDocument();
  expect(screen.queryByRole('button', BUTTON)).toBeNull();
});
