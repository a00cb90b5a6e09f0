/** Keeps the member's client state current: what the live record says stands in `userInfo`, too (specification, point 3). */
import { useEffect } from 'react';
import { useAppDispatch, useAppSelector } from '../shared/createStore';
import { selectHeld } from '../shared/entities';
import { asText, asWhole } from '../shared/persist';
import { memberFactsOf, personArrived, type Person } from '../shared/session';
import { useSession } from '../shared/useSession';
import { OWN } from './ownRowApi';

type Row = Readonly<Record<string, unknown>>;
const shared: readonly (readonly [string, (row: Row) => Partial<Person>])[] = [
  ['username', (row) => ({ username: asText(row['username'], 64) })],
  ['nickname', (row) => ({ nickname: asText(row['nickname'], 64) || asText(row['username'], 64) })],
  ['avatar', (row) => ({ avatar: asText(row['avatar']) })],
  ['last_login_time', (row) => ({ lastlogintime: asWhole(row['last_login_time']) })],
];

/** The part of the client state that a member's row tells; columns the reader may not see are left as they are. */
export function personIn(row: Row): Partial<Person> {
  const known = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined));
  const facts: Partial<Person> = memberFactsOf(known);
  return shared.reduce((person, [name, read]) => (name in row ? { ...person, ...read(row) } : person), facts);
}

export function useOwnPerson(): void {
  const { person } = useSession();
  const dispatch = useAppDispatch();
  const held = useAppSelector(selectHeld(OWN, person?.id ?? 0));
  const row = held?.row;
  useEffect(() => {
    if (row !== undefined) dispatch(personArrived({ realm: 'user', person: personIn(row) }));
  }, [row, dispatch]);
}
