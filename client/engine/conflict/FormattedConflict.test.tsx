/** Two people in one formatted text: the form merges their passages, and asks only about those that both changed. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { stringOrEmpty } from '../../../common/json';
import type { WireRow } from '../../../common/entity/projectRow';
import { createThingEntity, wholeRow } from '../../testing/screenHarness';
import {
  anna,
  conflictResponse,
  openThing,
  save,
  savedResponse,
  update,
  type FormDriver,
} from '../../testing/formHarness';
import type { RecordedRequest } from '../../testing/fakeHttpServer';
import type { InputProps } from '../fieldTypes/fieldType';
import { defineOverride } from '../override';

let rendered: FormDriver | undefined;
afterEach(async () => {
  cleanup();
  await rendered?.close();
});

const entity = createThingEntity('body');
/** The text as HTML: the tests are about the form, not about the editor. */
const BodyInput = ({ id, label, value, onChange }: InputProps) => (
  <textarea
    id={id}
    aria-label={label}
    value={stringOrEmpty(value)}
    onChange={(event) => onChange(event.target.value)}
  />
);
const overrides = [defineOverride(entity, { inputs: { body: BodyInput } })];

const p = (text: string) => `<p>${text}</p>`;
const BASE = p('One is here. Two is here.') + p('Three is here.');
const THEIRS = p('One is theirs. Two is here.') + p('Three is here.');
const MINE_ELSEWHERE = p('One is here. Two is here.') + p('Three is mine.');
const MINE_SAME = p('One is mine. Two is here.') + p('Three is mine.');

const getBase = ({ body }: RecordedRequest) => (body as { readonly _base: WireRow })._base;
const clash = { field: 'body', base: BASE, mine: MINE_SAME, theirs: THEIRS, by: anna, at: 1_700_000_000 };
const createConflict = (change: Partial<typeof clash> = {}) =>
  conflictResponse({ kind: 'fields', id: 1, revision: 2, fields: [{ ...clash, ...change }], merged: [] });

const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Body' });
async function openWith(body: string, change?: Partial<typeof clash>) {
  rendered = await openThing(
    (request) =>
      getBase(request)['body'] === THEIRS
        ? savedResponse(wholeRow(1, { revision: 3, body: 'stored' }))
        : createConflict(change),
    { entity, overrides, row: () => wholeRow(1, { body: BASE }) },
  );
  fireEvent.focus(box());
  fireEvent.change(box(), { target: { value: body } });
  const user = userEvent.setup();
  const leave = () => fireEvent.blur(box());
  return { ...rendered, user, leave };
}
async function openDialog() {
  const form = await openWith(MINE_SAME);
  form.leave();
  await form.user.click(save());
  const dialog = await screen.findByRole('dialog');
  return { ...form, dialog: within(dialog), element: dialog };
}

describe('a formatted text that two people change', () => {
  it('is merged when the focus leaves it, and saved over the other text', async () => {
    const { receiveChange, leave, user, saveRequests } = await openWith(MINE_ELSEWHERE);
    receiveChange(update(2, { body: THEIRS }));
    expect(await screen.findByText('Anna changed another part of this text. Both changes are kept.')).toBeVisible();
    expect(box().value).toBe(MINE_ELSEWHERE);
    expect(screen.queryByRole('button', { name: 'Keep mine' })).toBeNull();
    leave();
    await waitFor(() => expect(box().value).toBe(p('One is theirs. Two is here.') + p('Three is mine.')));
    await user.click(save());
    await waitFor(() => expect(saveRequests()).toHaveLength(1));
    expect(saveRequests()[0]?.body).toMatchObject({
      body: p('One is theirs. Two is here.') + p('Three is mine.'),
      _base: { body: THEIRS },
    });
  });

  it('offers the choices at the field when both changed one sentence', async () => {
    const { receiveChange, leave, user } = await openWith(MINE_SAME);
    leave();
    receiveChange(update(2, { body: THEIRS }));
    expect(await screen.findByText('Anna changed a passage that you changed too')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Resolve…' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Back to form' }));
    await user.click(await screen.findByRole('button', { name: 'Merge…' }));
    expect(box().value).toBe(p('One is theirs. One is mine. Two is here.') + p('Three is mine.'));
    expect(screen.queryByRole('button', { name: 'Merge…' })).toBeNull();
  });

  it.each([
    ['Use theirs', p('One is theirs. Two is here.') + p('Three is mine.') + p('Four is theirs.')],
    ['Keep mine', p('One is mine. Two is here.') + p('Three is mine.') + p('Four is theirs.')],
  ])('“%s” decides the passage only, and Undo opens the conflict again', async (name, result) => {
    const { receiveChange, leave, user } = await openWith(MINE_SAME);
    leave();
    receiveChange(update(2, { body: THEIRS + p('Four is theirs.') }));
    await user.click(await screen.findByRole('button', { name }));
    await waitFor(() => expect(box().value).toBe(result));
    expect(screen.queryByRole('button', { name })).toBeNull();
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(box().value).toBe(MINE_SAME));
    expect(await screen.findByRole('button', { name })).toBeVisible();
  });

  it('asks about the passage with nothing chosen, shows the differences, and saves the result', async () => {
    const { dialog, user, saveRequests, element } = await openDialog();
    const button = dialog.getByRole('button', { name: 'Save result' });
    expect(button).toBeDisabled();
    for (const radio of dialog.getAllByRole('radio')) expect(radio).not.toBeChecked();
    expect(dialog.getByRole('group', { name: 'Passage 1 of 1' })).toBeVisible();
    expect([...element.querySelectorAll('ins')].map(({ textContent }) => textContent)).toContain('theirs');
    expect(dialog.queryByText('Result')).toBeNull();
    const { violations } = await axe.run(element, {
      rules: { region: { enabled: false }, 'color-contrast': { enabled: false } },
    });
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)).toEqual([]);
    await waitFor(() => expect(dialog.getByRole('radio', { name: /^Theirs/ })).toHaveFocus());
    await user.keyboard(' ');
    expect(dialog.getByText('Result')).toBeVisible();
    await user.click(button);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(saveRequests()[1]?.body).toMatchObject({
      body: p('One is theirs. Two is here.') + p('Three is mine.'),
      _base: { body: THEIRS },
    });
  });

  it('counts the choices that are left by passage', async () => {
    const form = await openWith(p('One is mine. Two is here.') + p('Three is mine.'), {
      theirs: p('One is theirs. Two is here.') + p('Three is theirs.'),
    });
    form.leave();
    await form.user.click(save());
    const dialog = within(await screen.findByRole('dialog'));
    const [first, second] = [1, 2].map((number) =>
      within(dialog.getByRole('group', { name: `Passage ${number} of 2` })),
    );
    expect(dialog.getByText('2 choices left')).toBeVisible();
    await form.user.click((first as typeof dialog).getByRole('radio', { name: /^Theirs/ }));
    expect(dialog.getByText('1 choice left')).toBeVisible();
    await form.user.click((second as typeof dialog).getByRole('radio', { name: /^Theirs/ }));
    expect(dialog.queryByText(/left$/)).toBeNull();
  });

  it('saves both versions, and a result that was edited by hand', async () => {
    const { dialog, user, saveRequests } = await openDialog();
    await user.click(dialog.getByRole('radio', { name: 'Both' }));
    await user.click(dialog.getByRole('button', { name: 'Edit result' }));
    const editor = dialog.getByRole<HTMLTextAreaElement>('textbox');
    expect(editor.value).toBe(p('One is theirs. One is mine. Two is here.') + p('Three is mine.'));
    fireEvent.change(editor, { target: { value: p('By hand.') } });
    await user.click(dialog.getByRole('button', { name: 'Save result' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(saveRequests()[1]?.body).toMatchObject({ body: p('By hand.') });
  });

  it('text that is typed while the server merges a save stays', async () => {
    let finish: () => void = () => undefined;
    const after = new Promise<void>((done) => (finish = done));
    const stored = p('One is theirs. Two is here.') + p('Three is mine.');
    rendered = await openThing(
      () => ({ ...savedResponse(wholeRow(1, { revision: 3, body: stored }), ['body']), after }),
      { entity, overrides, row: () => wholeRow(1, { body: BASE }) },
    );
    const user = userEvent.setup();
    fireEvent.change(box(), { target: { value: MINE_ELSEWHERE } });
    await user.click(save());
    fireEvent.change(box(), { target: { value: MINE_ELSEWHERE + p('Four.') } });
    finish();
    await waitFor(() => expect(box().value).toBe(stored + p('Four.')));
  });
});
