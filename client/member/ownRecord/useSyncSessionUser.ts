/** Copies changes of the member's record to the stored session (`userInfo`). */
import { useEffect } from 'react';
import { useAppDispatch, useAppSelector } from '../../shared/app/createStore';
import { selectCachedRow } from '../../shared/store/entities';
import { asString, asInteger } from '../../../common/json';
import { parseMemberProfile, userUpdated, type SessionUser } from '../../shared/store/session';
import { useSession } from '../../shared/auth/useSession';
import { OWN_ENTITY } from './ownRecordApi';

type Row = Readonly<Record<string, unknown>>;
const SHARED_FIELDS: readonly (readonly [string, (row: Row) => Partial<SessionUser>])[] = [
  ['username', (row) => ({ username: asString(row['username'], 64) })],
  ['nickname', (row) => ({ nickname: asString(row['nickname'], 64) || asString(row['username'], 64) })],
  ['avatar', (row) => ({ avatar: asString(row['avatar']) })],
  ['last_login_time', (row) => ({ lastlogintime: asInteger(row['last_login_time']) })],
];

/** The session fields of a member's row; columns that the member may not read stay unchanged. */
export function toSessionUser(row: Row): Partial<SessionUser> {
  const defined = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined));
  const profile: Partial<SessionUser> = parseMemberProfile(defined);
  return SHARED_FIELDS.reduce((person, [name, read]) => (name in row ? { ...person, ...read(row) } : person), profile);
}

export function useSyncSessionUser(): void {
  const { person } = useSession();
  const dispatch = useAppDispatch();
  const cachedRow = useAppSelector(selectCachedRow(OWN_ENTITY, person?.id ?? 0));
  const row = cachedRow?.row;
  useEffect(() => {
    if (row !== undefined) dispatch(userUpdated({ realm: 'member', person: toSessionUser(row) }));
  }, [row, dispatch]);
}
