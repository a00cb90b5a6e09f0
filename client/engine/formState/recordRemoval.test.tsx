/**
 * A record that is no longer visible while its form is open: stored values are dropped, typed text stays, the reason
 * is correct.
 */
import { afterEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createLiveConnectionOptions } from '../../shared/live/liveConnectionOptions';
import type { FakeResponse } from '../../testing/fakeHttpServer';
import { wholeRow } from '../../testing/screenHarness';
import { note, openThing, save, title, type FormDriver } from '../../testing/formHarness';
import { write } from '../../testing/typeText';

const MISSING: FakeResponse = { status: 404, envelope: { code: 404, msg: 'This record doesn’t exist.' } };
const LEFT = 'You no longer have access to this record. Your text is still here.';
const GUESS = /^This record was permanently deleted, or you no longer have access/;
const SOON = { timeout: 1_000 };

let rendered: FormDriver | undefined;
afterEach(async () => {
  cleanup();
  await rendered?.close();
});

describe('a record that is no longer visible', () => {
  const user = userEvent.setup();
  const stored = { v: 1, seen: true };
  const open = async () => {
    Object.assign(stored, { v: 1, seen: true });
    const row = () => wholeRow(1, { revision: stored.v, title: `Stored ${stored.v}`, note: 'Stored note' });
    rendered = await openThing(() => MISSING, { row, read: () => (stored.seen ? undefined : MISSING) });
    await write(title(), ' and mine');
    return rendered;
  };
  /** Permission change as the live channel reports it, also when it happened while the connection was down. */
  const rightsTurn = ({ client: { store, app }, fakeServer }: FormDriver) =>
    act(() =>
      createLiveConnectionOptions(store, () => app, {
        realm: 'admin',
        origin: fakeServer.origin,
      }).onPermissionsChanged(),
    );
  const cachedRow = ({ client }: FormDriver) => client.store.getState().entities.rows['thing']?.[1];
  const noToast = () => expect(screen.queryByText('This record doesn’t exist.')).toBeNull();

  it('becomes read-only within a second after the permission is lost; typed text stays, stored values are dropped', async () => {
    const form = await open();
    stored.seen = false;
    rightsTurn(form);
    await waitFor(() => expect(screen.getByText(LEFT)).toBeInTheDocument(), SOON);
    expect(title()).toBeDisabled();
    expect(title().value).toBe('Stored 1 and mine');
    expect(save()).toBeDisabled();
    expect(screen.queryByLabelText(/^Note/)).toBeNull();
    expect(form.container.innerHTML).not.toContain('Stored note');
    expect(cachedRow(form)).toBeUndefined();
    expect(screen.getByRole('button', { name: 'Copy' })).toBeEnabled();
    expect(screen.queryByRole('button', { name: 'Save as new' })).toBeNull();
    noToast();
  });

  it('the form shows no wrong reason when only the save finds out', async () => {
    const form = await open();
    stored.seen = false;
    await user.click(save());
    expect(await screen.findByText(GUESS)).toBeInTheDocument();
    expect(title().value).toBe('Stored 1 and mine');
    expect(screen.queryByText(/trash/)).toBeNull();
    expect(form.container.innerHTML).not.toContain('Stored note');
    noToast();
    rightsTurn(form);
    expect(await screen.findByText(LEFT)).toBeInTheDocument();
  });

  it('a draft continues when the permission is restored and nothing has changed', async () => {
    const form = await open();
    stored.seen = false;
    rightsTurn(form);
    await screen.findByText(LEFT);
    stored.seen = true;
    rightsTurn(form);
    await waitFor(() => expect(save()).toBeEnabled());
    expect([title().value, note().value]).toEqual(['Stored 1 and mine', 'Stored note']);
    expect(screen.queryByText(LEFT)).toBeNull();
    expect(document.querySelector('[data-conflict]')).toBeNull();
  });

  it('the dialog asks about typed values when the record is visible again with changes', async () => {
    const form = await open();
    stored.seen = false;
    rightsTurn(form);
    await screen.findByText(LEFT);
    Object.assign(stored, { v: 3, seen: true });
    rightsTurn(form);
    await waitFor(() => expect(document.querySelector('[data-conflict="title"]')).not.toBeNull());
    expect([title().value, note().value]).toEqual(['Stored 1 and mine', 'Stored note']);
    expect(document.querySelectorAll('[data-conflict]')).toHaveLength(1);
  });
});
