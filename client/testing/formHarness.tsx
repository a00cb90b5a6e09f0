/** Renders a form of one record, with a fake server that answers saves and with changes by another person. */
import { act, screen } from '@testing-library/react';
import type { AnyEntity } from '../../common/entity/entity';
import type { WireRow } from '../../common/entity/projectRow';
import type { Change } from '../../common/protocol/liveEvents';
import { EntityPage } from '../engine/EntityPage';
import type { EntityOverride } from '../engine/override';
import type { Asked, Told } from './fakeHttpServer';
import { listOf, openScreen, thing, wholeRow, type Screen } from './screenHarness';

export const anna = { id: 'admin:2', name: 'Anna' };

/** A change as the live connection delivers it. */
export const update = (v: number, set: WireRow, mid?: string, by = anna): Change => ({
  op: 'u',
  id: 1,
  v,
  set,
  by,
  at: Date.now(),
  ...(mid ? { mid } : {}),
});
export const done = (row: WireRow, merged: readonly string[] = [], changes: readonly unknown[] = []): Told => ({
  envelope: { data: { id: 1, revision: row['revision'], row, ignored: [], merged, changes, seq: '12', cid: 'c' } },
});
/** Envelope 412. */
export const refusedBy = (data: unknown): Told => ({ envelope: { code: 412, msg: 'conflict', data } });

export interface ThingForm extends Omit<Screen, 'hear'> {
  readonly hear: (change: Change) => void;
  readonly saves: () => readonly Asked[];
}
interface Wishes {
  /** Other form fields than the short list. */
  readonly entity?: AnyEntity;
  readonly nodes?: readonly string[];
  readonly hidden?: readonly string[];
  readonly locked?: readonly string[];
  readonly overrides?: readonly EntityOverride[];
  /** Answers to requests other than those of the record. */
  readonly other?: (asked: Asked) => Told | undefined;
  /** The record as the server returns it. */
  readonly row?: () => WireRow;
  /** Answers the read of the record instead. */
  readonly read?: () => Told | undefined;
}

export async function openThing(
  save: (asked: Asked) => Told = () => ({ status: 500 }),
  { entity = thing, other, row = () => wholeRow(1), read: instead, ...wishes }: Wishes = {},
): Promise<ThingForm> {
  const read = () => instead?.() ?? { envelope: { data: { row: row(), refs: {}, seq: '10', epoch: 'e1' } } };
  const world = await openScreen(<EntityPage entity={entity} record="1" />, {
    entity,
    at: '/admin/thing/1',
    ...wishes,
    answer: (asked) => {
      if (asked.path.endsWith('/select')) return { envelope: { data: listOf([]) } };
      if (asked.path !== '/admin/thing/edit') return other?.(asked);
      return asked.method === 'GET' ? read() : save(asked);
    },
  });
  await screen.findByLabelText(/^Title/);
  return {
    ...world,
    hear: (change) => act(() => world.hear(change)),
    saves: () => world.world.asked.filter(({ method, path }) => method === 'POST' && !path.includes('/draft/')),
  };
}
export const title = () => screen.getByLabelText<HTMLInputElement>(/^Title/);
export const note = () => screen.getByLabelText<HTMLTextAreaElement>(/^Note/);
export const save = () => screen.getByRole('button', { name: 'Save' });
