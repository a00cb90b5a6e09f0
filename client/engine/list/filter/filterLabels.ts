/** The texts of filters: operators, worded for days where the values are days, periods, and whole filters. */
import { useTranslation } from 'react-i18next';
import type { Column } from '../../../../common/entity/columns';
import type { Json } from '../../../../common/entity/field';
import { formatCents } from '../../../../common/text/cents';
import { isCalendarDate } from '../../../../common/text/time/dates';
import { lastDays, resolveDatePreset } from '../../fieldTypes/datePresets';
import { isTemporal, parseFilter, splitOperator, splitRange, type OperatorName } from '../../fieldTypes/filterText';
import { useFormatValue } from '../../fieldTypes/useFormatValue';
import type { FilterModel } from '../useListModel';

type DayOperator = Exclude<OperatorName, 'like' | 'notlike' | 'has'>;
const isDayOperator = (name: OperatorName): name is DayOperator => !['like', 'notlike', 'has'].includes(name);

export function useOperatorLabel(): (column: Column, name: OperatorName) => string {
  const { t } = useTranslation();
  return (column, name) =>
    isTemporal(column) && isDayOperator(name) ? t(`listControls.day.${name}`) : t(`lists.op.${name}`);
}

/** The name of a period such as `@today`. */
export function usePeriodLabel(): (text: string) => string {
  const { t } = useTranslation();
  return (text) => {
    const days = lastDays(text);
    if (days !== undefined) return t('listControls.presets.last', { count: days });
    if (text === '@today') return t('listControls.presets.today');
    return text === '@yesterday' ? t('listControls.presets.yesterday') : t('listControls.presets.month');
  };
}

/** The value of a condition as it is sent in rows: conditions contain money in cents, rows contain it as a decimal amount. */
const getWireValue = (column: Column, value: Json): Json =>
  column.kind === 'money' && typeof value === 'number' ? formatCents(value) : value;

/** Returns the function that tells a filter text in words. */
export function useFormatFilter(model: FilterModel): (column: Column, text: string) => string {
  const { t } = useTranslation();
  const formatValue = useFormatValue(model.entity);
  const operatorLabel = useOperatorLabel();
  const periodLabel = usePeriodLabel();
  return (column, text) => {
    if (text === 'null') return t('engine.field.is_empty');
    if (text === '!null') return t('engine.field.is_filled');
    const cond = parseFilter(column, text);
    if (cond === undefined) return text;
    if (isTemporal(column) && resolveDatePreset(text) !== undefined) return periodLabel(text);
    const { name, rest } = splitOperator(text.trim());
    const [from, to] = splitRange(rest);
    const formatted = (value: string) => (name === null ? value : `${operatorLabel(column, name)} ${value}`);
    // A whole day is shown as a date, not as a range of instants.
    if (column.kind === 'datetime' && isCalendarDate(rest.trim())) return formatted(rest.trim());
    const isRange = cond.op === 'RANGE' || cond.op === 'NOT RANGE';
    const value = isRange
      ? `${from === '' ? '…' : from} – ${to === '' ? '…' : to}`
      : formatValue(column.name, getWireValue(column, cond.value));
    return formatted(value);
  };
}
