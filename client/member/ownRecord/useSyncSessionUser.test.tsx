/** The session user of a member has all fields of the member record and follows its live changes. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, render, waitFor } from '@testing-library/react';
import { rowsReceived } from '../../shared/store/entities';
import { Providers } from '../../shared/startup/Providers';
import { userUpdated, parseSessionUser, selectSessionUser } from '../../shared/store/session';
import { createTestClient, createTestUser } from '../../testing/testClient';
import { useSyncSessionUser } from './useSyncSessionUser';

const ROW = {
  id: 7,
  username: 'lin_1',
  nickname: 'Lin',
  email: 'lin@example.com',
  mobile: '13800138000',
  gender: 2,
  birthday: '1990-04-01',
  money: '12.34',
  score: 56,
  motto: 'Well',
  last_login_ip: '10.0.0.1',
  last_login_time: 1_700_000_000,
  join_time: 1_600_000_000,
};
const FACTS = {
  email: 'lin@example.com',
  mobile: '13800138000',
  gender: 2,
  birthday: '1990-04-01',
  money: '12.34',
  score: 56,
  motto: 'Well',
  lastloginip: '10.0.0.1',
  jointime: 1_600_000_000,
};
const Follower = () => {
  useSyncSessionUser();
  return null;
};

afterEach(cleanup);

describe('the session user of a member', () => {
  it('is parsed with all fields, in both spellings of the keys', () => {
    const tokens = { token: 't', refresh_token: 'r' };
    expect(parseSessionUser({ ...ROW, ...tokens })).toMatchObject({ ...FACTS, lastlogintime: 1_700_000_000 });
    const family = { ...ROW, last_login_ip: undefined, join_time: undefined, lastloginip: '10.0.0.1' };
    expect(parseSessionUser({ ...family, jointime: 1_600_000_000, ...tokens })).toMatchObject(FACTS);
    expect(Object.keys(parseSessionUser({ id: 1, username: 'boss', ...tokens }) ?? {})).not.toContain('money');
  });

  it('follows the live record, and is stored under userInfo', async () => {
    const client = createTestClient({ realm: 'member', person: { ...createTestUser(), id: 7 } });
    render(
      <Providers client={client}>
        <Follower />
      </Providers>,
    );
    const person = () => selectSessionUser('member')(client.store.getState());
    act(() => void client.store.dispatch(rowsReceived({ e: 'user', rows: [ROW] })));
    await waitFor(() => expect(person()).toMatchObject(FACTS));
    act(() => void client.store.dispatch(rowsReceived({ e: 'user', rows: [{ ...ROW, money: '99.00', revision: 2 }] })));
    await waitFor(() => expect(person()).toMatchObject({ ...FACTS, money: '99.00' }));
    const storedUser = () => JSON.parse(client.storage.local.getItem('userInfo') ?? '{}') as unknown;
    await waitFor(() => expect(storedUser()).toMatchObject({ ...FACTS, money: '99.00' }));
    act(() => void client.store.dispatch(userUpdated({ realm: 'member', person: { nickname: 'Lina' } })));
    expect(person()).toMatchObject({ nickname: 'Lina', money: '99.00', token: createTestUser().token });
  });
});
