/** By which way a code comes, and the address typed for each: going to the other way and back loses nothing. */
import { useState } from 'react';
import type { Way } from './CodeField';

/** `ways` are those the house offers just now; the chosen one gives way while it is not among them. */
export function useWay(ways: readonly Way[]) {
  const [chosen, choose] = useState<Way>('email');
  const [typed, setTyped] = useState<Readonly<Partial<Record<Way, string>>>>({});
  const way = ways.find((one) => one === chosen) ?? ways[0] ?? 'email';
  const type = (text: string) => {
    // Who types has chosen: a way that is opened meanwhile takes nobody away from there.
    choose(way);
    setTyped((now) => ({ ...now, [way]: text }));
  };
  return { way, choose, address: typed[way] ?? '', type };
}
