/** Input of a setting: time zone and currency are picked from a list, others have the input of their kind. */
import { config } from '../../../../common/entities/config';
import type { InputProps } from '../../../engine/fieldTypes/fieldType';
import { getFieldType } from '../../../engine/fieldTypes/index';
import { useAppSelector } from '../../../shared/app/createStore';
import { selectCachedRow } from '../../../shared/store/entities';
import { SettingPicker } from './SettingPicker';

export function SettingValueInput(props: InputProps) {
  const name = useAppSelector(selectCachedRow(config.name, props.rowId ?? 0))?.row['name'];
  const Input = name === 'time_zone' || name === 'currency' ? SettingPicker : getFieldType(props.column.kind).Input;
  return <Input {...props} />;
}
