/** Widths of money columns for the shown rows. */
import { useMemo, useState } from 'react';
import type { AnyEntity } from '../../../../common/entity/entity';
import type { Column } from '../../../../common/entity/columns';
import { useAppSelector } from '../../../shared/app/createStore';
import { selectEntityRows } from '../../../shared/store/entities';
import { useFormatters, type Formatters } from '../../../shared/i18n/format';
import { useOverride } from '../../engineContext';
import { amountWidth } from '../../fieldTypes/MoneyText';
import type { ListItem } from '../tree/treeItems';

/** Pixels with and without the currency symbol. */
export interface MoneyWidth {
  readonly full: number;
  readonly digits: number;
}
type MoneyWidths = Readonly<Record<string, MoneyWidth>>;

const CELL_PADDING = 16;
const measureMoney = (format: Formatters, amount: string): MoneyWidth => {
  const parts = format.moneyParts(amount);
  if (parts === undefined) return { full: 0, digits: 0 };
  return { full: amountWidth(format.money(amount)), digits: amountWidth(parts.sign + parts.digits) };
};
const maxWidths = (a: MoneyWidth, b: MoneyWidth): MoneyWidth => ({
  full: Math.max(a.full, b.full),
  digits: Math.max(a.digits, b.digits),
});

/** The longest amount per column, joined; equal while none grew. */
function useLongestAmounts(entity: AnyEntity, names: readonly string[], items: readonly ListItem[]): string {
  return useAppSelector((state) => {
    if (names.length === 0) return '';
    const table = selectEntityRows(entity.name)(state) ?? {};
    const longest = (name: string) =>
      items.reduce((most, { id }) => {
        const value = table[id]?.row[name];
        return typeof value === 'string' && value.length > most.length ? value : most;
      }, '');
    return names.map(longest).join(' ');
  });
}

/** Widths of money columns. They only grow while the list is shown, so that nothing jumps. */
export function useMoneyColumnWidths(
  entity: AnyEntity,
  columns: readonly Column[],
  items: readonly ListItem[],
): MoneyWidths {
  const format = useFormatters();
  const buttonWidths = useOverride(entity)?.buttonWidths;
  const names = useMemo(() => columns.filter(({ kind }) => kind === 'money').map(({ name }) => name), [columns]);
  const longest = useLongestAmounts(entity, names, items);
  const [maxSeen, setMaxSeen] = useState<MoneyWidths>({});
  const next = useMemo(() => {
    const amounts = longest.split(' ');
    const widths = names.map((name, index) => {
      const amount = measureMoney(format, amounts[index] ?? '');
      const padding = CELL_PADDING + (buttonWidths?.[name] ?? 0);
      return [name, { full: amount.full + padding, digits: amount.digits + padding }] as const;
    });
    return Object.fromEntries(widths);
  }, [longest, names, format, buttonWidths]);
  const isWider = names.some((name) => (next[name]?.full ?? 0) > (maxSeen[name]?.full ?? 0));
  if (!isWider) return maxSeen;
  const zero: MoneyWidth = { full: 0, digits: 0 };
  const merged = Object.fromEntries(names.map((name) => [name, maxWidths(next[name] ?? zero, maxSeen[name] ?? zero)]));
  setMaxSeen(merged);
  return merged;
}
