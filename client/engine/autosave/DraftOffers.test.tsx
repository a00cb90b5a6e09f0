/** Several drafts of one record differ visibly and take the space of one. */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { StoredDraft } from '../../../common/protocol/draft';
import { openScreen, createThingEntity, wholeRow, type Screen } from '../../testing/screenHarness';
import { title } from '../../testing/formHarness';
import { EntityForm } from '../form/EntityForm';

const thing = createThingEntity('note', 'size');
const user = userEvent.setup();
const at = new Date('2026-11-20T18:18:05').getTime();
const anna = { by: { id: 'admin:2', name: 'Anna' }, at: at + 60_000 };
const drafts: readonly StoredDraft[] = [
  { form: 'a', revision: 1, at, fields: { note: { base: null, mine: 'A note' } }, since: {} },
  { form: 'b', revision: 1, at: at + 30_000, fields: { title: { base: 'Old', mine: 'New' } }, since: { title: anna } },
  { form: 'c', revision: 1, at: at - 600_000, fields: { size: { base: null, mine: 3 } }, since: {} },
];
let rendered: Screen;
beforeEach(async () => {
  rendered = await openScreen(
    <EntityForm entity={thing} id={1} onClose={() => undefined} onCreated={() => undefined} />,
    {
      entity: thing,
      respond: ({ path }) => {
        if (path === '/admin/draft/one') return { envelope: { data: { drafts } } };
        return path === '/admin/thing/edit'
          ? { envelope: { data: { row: wholeRow(1), refs: {}, seq: '10', epoch: 'e1' } } }
          : undefined;
      },
    },
  );
});
afterEach(async () => {
  cleanup();
  await rendered.close();
});
const offers = () => screen.queryAllByText(/^Restore your unsaved changes from/);
const offeredTimes = () => offers().map((offer) => /from (.*)\?/.exec(offer.textContent)?.[1]);

it('DraftOffers: shows the newest draft, and older ones on request, each with time and fields', async () => {
  await waitFor(() => expect(offeredTimes()).toEqual(['2026-11-20 18:18:35']));
  expect(offers()[0]).toHaveTextContent('In: Title');
  await user.click(screen.getByRole('button', { name: '2 older drafts' }));
  expect(offeredTimes()).toEqual(['2026-11-20 18:18:35', '2026-11-20 18:18:05', '2026-11-20 18:08']);
  expect(offers()[1]).toHaveTextContent('In: Note');
  await user.click(screen.getByRole('button', { name: 'Show newest only' }));
  expect(offeredTimes()).toHaveLength(1);
});

it('DraftOffers: shows who changed a field since, and why a draft cannot be restored now', async () => {
  await user.click(await screen.findByRole('button', { name: 'Compare' }));
  expect(screen.getByText('changed by Anna, 2026-11-20 18:19')).toBeVisible();
  expect(await screen.findByText('New', { selector: 'dd ins' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Restore' })).toBeEnabled();
  await user.type(title(), '!');
  expect(screen.getByRole('button', { name: 'Restore' })).toBeDisabled();
  expect(offers()[0]).toHaveTextContent('You’ve typed new text in the same fields.');
});
