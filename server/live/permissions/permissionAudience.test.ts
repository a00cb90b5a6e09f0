/** The sessions that a change of the log ends. */
import { describe, expect, it } from '@jest/globals';
import type { ChangeOp, LoggedChange } from '../log/changeLog';
import { findSignedOutPrincipals } from './permissionAudience';

const change = (op: ChangeOp, prev: LoggedChange['previousValues'], ent = 'user'): LoggedChange => ({
  seq: 1,
  firstSeqOfTransaction: 1,
  entityName: ent,
  rowId: 9,
  revision: 2,
  op,
  image: null,
  previousValues: prev,
  actor: 'member:4',
  actorName: '',
  idempotencyKey: null,
  cid: 'c',
  at: 1,
});

describe('findSignedOutPrincipals: sessions of a member', () => {
  it.each<ChangeOp>(['d', 'x'])('end with its row (%s)', (op) => {
    expect(findSignedOutPrincipals(change(op, null))).toEqual(['member:9']);
  });
  it('may end with its status', () => {
    expect(findSignedOutPrincipals(change('u', { status: 1 }))).toEqual(['member:9']);
  });
  it('end with a session entry of the log', () => {
    expect(findSignedOutPrincipals(change('x', null, 'session'))).toEqual(['member:4']);
  });
  it.each<[string, LoggedChange]>([
    ['it is created, which a node may read after it connected', change('c', null)],
    ['it is restored', change('r', { delete_time: 5 })],
    ['another column of it changes', change('u', { nickname: 'Mia' })],
    ['another entity changes', change('d', null, 'notice')],
  ])('stay when %s', (_, logged) => {
    expect(findSignedOutPrincipals(logged)).toEqual([]);
  });
});
