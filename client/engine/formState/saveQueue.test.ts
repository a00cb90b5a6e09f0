/** A save that follows a save without a response continues from what that one stored. */
import { describe, expect, it } from '@jest/globals';
import type { WireRow } from '../../../common/entity/projectRow';
import { thing } from '../../testing/screenHarness';
import { newDraft, type Draft, type DraftEvent, type QueuedSave, type FormShape } from './draft';
import { draftReducer } from './draftReducer';
import { chooseNextSave } from './saveQueue';

const formShape: FormShape = { entity: thing, fields: ['title', 'note'] };
const row: WireRow = { id: 1, revision: 1, title: 'Old', note: null };
const received = (patch: WireRow, mid: string | null = null): DraftEvent => ({
  type: 'remoteVersionReceived',
  remoteVersion: { row: { ...row, ...patch }, by: { id: 'admin:2', name: 'Anna' }, at: 5, idempotencyKey: mid },
});
const typed = (value: string): DraftEvent => ({ type: 'typed', field: 'title', value });
const after = (draft: Draft, ...events: readonly DraftEvent[]) =>
  events.reduce((current, event) => draftReducer(formShape, current, event), draft);
const body = { title: 'One', id: 1, revision: 1, _base: { title: 'Old' }, _mid: 'm1' };
const first: QueuedSave = { mid: 'm1', values: { title: 'One' }, body, mayHaveArrived: true };
const waiting = after(newDraft(1, {}), received({}), typed('One'), { type: 'queued', queued: first }, typed('Two'));
const press = (draft: Draft, title: string) =>
  chooseNextSave(draft, {
    values: { title },
    content: { title, id: 1, revision: 1, _base: { title: 'Old' } },
    idempotencyKeyFor: () => 'm2',
  });
const twoQueued = after(waiting, { type: 'queued', queued: press(waiting, 'Two') });

describe('a save that may have arrived', () => {
  it('the save is sent first and unchanged; saving again resends the identical request', () => {
    expect(press(waiting, 'Two')).toEqual({ ...first, next: { mid: 'm2', values: { title: 'Two' } } });
    expect(press(twoQueued, 'One')).toEqual(first);
    const never = after(waiting, { type: 'queued', queued: { ...first, mayHaveArrived: undefined } as never });
    expect(press(never, 'Two')).toMatchObject({ mid: 'm2', values: { title: 'Two' } });
  });

  it('the save is confirmed by its echo; the next save uses the stored row as base', () => {
    const { queued, conflicts, unanswered } = after(twoQueued, received({ revision: 2, title: 'One' }, 'm1'));
    expect([conflicts, unanswered]).toEqual([{}, null]);
    expect(queued?.body).toEqual({ title: 'Two', id: 1, revision: 2, _base: { title: 'One' }, _mid: 'm2' });
  });

  it('asks before the next save when somebody else changed the record meanwhile', () => {
    const { queued, review, conflicts } = after(
      twoQueued,
      received({ revision: 3, title: 'Annas' }),
      { type: 'sent', ...twoQueued.queued } as DraftEvent,
      { type: 'saved', id: 1, row: { ...row, revision: 2, title: 'One' }, at: 6 },
    );
    expect([queued, review, conflicts['title']?.theirs]).toEqual([null, { merged: [] }, 'Annas']);
  });

  it('the queued save is dropped after a rejection, and after a discard', () => {
    const refused = after(twoQueued, { type: 'sent', ...first }, { type: 'rejected', faults: {} });
    expect(refused.unanswered).toBeNull();
    expect(press(after(twoQueued, { type: 'discarded' }), 'Two')).toMatchObject({
      mid: 'm2',
      values: { title: 'Two' },
    });
    const undiscarded = after(twoQueued, { type: 'discarded' }, { type: 'discardUndone', before: twoQueued });
    expect([undiscarded.queued, undiscarded.unanswered]).toEqual([twoQueued.queued, twoQueued.unanswered]);
  });
});
