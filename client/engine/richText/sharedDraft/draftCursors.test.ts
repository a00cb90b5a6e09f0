/** Cursors of other people: an unreadable one is not shown and does not break the editor. */
import { expect, it } from '@jest/globals';
import { createDraftCursors } from './draftCursors';

it('a cursor that is not JSON is ignored', () => {
  const { replacePeople, awareness } = createDraftCursors(() => undefined);
  const person = { c: 1, p: 'admin:1', name: 'Ann' };
  replacePeople([
    { ...person, cursor: '{' },
    { ...person, c: 2, cursor: '{"anchor":{},"head":{}}' },
  ]);
  expect([...awareness.getStates().values()].map(({ cursor }) => cursor)).toEqual([null, { anchor: {}, head: {} }]);
});
