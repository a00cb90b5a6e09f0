/** How wide the columns of amounts have to be for the rows at hand. */
import { useMemo, useState } from 'react';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Column } from '../../../common/entity/meta';
import { useAppSelector } from '../../shared/createStore';
import { selectTable } from '../../shared/entities';
import { useFormat, type Format } from '../../shared/format';
import { useOverride } from '../engineContext';
import { amountWidth } from '../kinds/Money';
import type { Item } from './treeItems';

/** Pixels with and without the symbol of the currency. */
export interface MoneyRoom {
  readonly whole: number;
  readonly digits: number;
}
type Rooms = Readonly<Record<string, MoneyRoom>>;

const CELL_PADDING = 16;
const widthsOf = (format: Format, amount: string): MoneyRoom => {
  const parts = format.moneyParts(amount);
  if (parts === undefined) return { whole: 0, digits: 0 };
  return { whole: amountWidth(format.money(amount)), digits: amountWidth(parts.sign + parts.digits) };
};
const larger = (one: MoneyRoom, other: MoneyRoom): MoneyRoom => ({
  whole: Math.max(one.whole, other.whole),
  digits: Math.max(one.digits, other.digits),
});

/** The longest amount of each column, column by column; the same text while nothing grew longer. */
function useLongest(entity: AnyEntity, names: readonly string[], items: readonly Item[]): string {
  return useAppSelector((state) => {
    if (names.length === 0) return '';
    const table = selectTable(entity.name)(state) ?? {};
    const longest = (name: string) =>
      items.reduce((most, { id }) => {
        const value = table[id]?.row[name];
        return typeof value === 'string' && value.length > most.length ? value : most;
      }, '');
    return names.map(longest).join(' ');
  });
}

/** Room for each column of amounts. It only grows while the list stands, so that nothing jumps under the pointer. */
export function useMoneyRoom(entity: AnyEntity, columns: readonly Column[], items: readonly Item[]): Rooms {
  const format = useFormat();
  const buttons = useOverride(entity)?.buttonRoom;
  const names = useMemo(() => columns.filter(({ kind }) => kind === 'money').map(({ name }) => name), [columns]);
  const longest = useLongest(entity, names, items);
  const [grown, setGrown] = useState<Rooms>({});
  const next = useMemo(() => {
    const amounts = longest.split(' ');
    const rooms = names.map((name, at) => {
      const amount = widthsOf(format, amounts[at] ?? '');
      const around = CELL_PADDING + (buttons?.[name] ?? 0);
      return [name, { whole: amount.whole + around, digits: amount.digits + around }] as const;
    });
    return Object.fromEntries(rooms);
  }, [longest, names, format, buttons]);
  const isWider = names.some((name) => (next[name]?.whole ?? 0) > (grown[name]?.whole ?? 0));
  if (!isWider) return grown;
  const none: MoneyRoom = { whole: 0, digits: 0 };
  const merged = Object.fromEntries(names.map((name) => [name, larger(next[name] ?? none, grown[name] ?? none)]));
  setGrown(merged);
  return merged;
}
