/** Renders a form of one record, with a fake server that responds to saves and with changes by another person. */
import { act, screen } from '@testing-library/react';
import type { AnyEntity } from '../../common/entity/entity';
import type { WireRow } from '../../common/entity/projectRow';
import type { Change } from '../../common/protocol/liveEvents';
import { EntityPage } from '../engine/EntityPage';
import type { EntityOverride } from '../engine/override';
import type { RecordedRequest, FakeResponse } from './fakeHttpServer';
import { createListResponse, openScreen, thing, wholeRow, type Screen } from './screenHarness';

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
export const savedResponse = (
  row: WireRow,
  merged: readonly string[] = [],
  changes: readonly unknown[] = [],
): FakeResponse => ({
  envelope: { data: { id: 1, revision: row['revision'], row, ignored: [], merged, changes, seq: '12', cid: 'c' } },
});
/** Envelope 412. */
export const conflictResponse = (data: unknown): FakeResponse => ({ envelope: { code: 412, msg: 'conflict', data } });

export interface FormDriver extends Omit<Screen, 'receiveChange'> {
  readonly receiveChange: (change: Change) => void;
  readonly saveRequests: () => readonly RecordedRequest[];
}
interface ThingFormOptions {
  /** Other form fields than the short list. */
  readonly entity?: AnyEntity;
  readonly actions?: readonly string[];
  readonly hidden?: readonly string[];
  readonly locked?: readonly string[];
  readonly overrides?: readonly EntityOverride[];
  /** Responses to requests other than those of the record. */
  readonly other?: (request: RecordedRequest) => FakeResponse | undefined;
  /** The record as the server returns it. */
  readonly row?: () => WireRow;
  /** Responds to the read of the record instead. */
  readonly read?: () => FakeResponse | undefined;
  /** The id of the user. */
  readonly adminId?: number;
}

export async function openThing(
  save: (request: RecordedRequest) => FakeResponse = () => ({ status: 500 }),
  { entity = thing, other, row = () => wholeRow(1), read: instead, ...options }: ThingFormOptions = {},
): Promise<FormDriver> {
  const read = () => instead?.() ?? { envelope: { data: { row: row(), refs: {}, seq: '10', epoch: 'e1' } } };
  const screenDriver = await openScreen(<EntityPage entity={entity} record="1" />, {
    entity,
    at: '/admin/thing/1',
    ...options,
    respond: (request) => {
      if (request.path.endsWith('/select')) return { envelope: { data: createListResponse([]) } };
      if (request.path !== '/admin/thing/edit') return other?.(request);
      return request.method === 'GET' ? read() : save(request);
    },
  });
  await screen.findByLabelText(/^Title/);
  return {
    ...screenDriver,
    receiveChange: (change) => act(() => screenDriver.receiveChange(change)),
    saveRequests: () =>
      screenDriver.fakeServer.requests.filter(({ method, path }) => method === 'POST' && !path.includes('/draft/')),
  };
}
export const title = () => screen.getByLabelText<HTMLInputElement>(/^Title/);
export const note = () => screen.getByLabelText<HTMLTextAreaElement>(/^Note/);
export const save = () => screen.getByRole('button', { name: 'Save' });
