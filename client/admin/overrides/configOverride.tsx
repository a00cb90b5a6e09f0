/** Settings: a custom screen in which each item is a form with one field. Dictionaries are edited as lines. */
import { Suspense } from 'react';
import type { InputProps } from '../../engine/fieldTypes/fieldType';
import { getFieldType } from '../../engine/fieldTypes/index';
import { useAppSelector } from '../../shared/app/createStore';
import { selectCachedRow } from '../../shared/store/entities';
import { config } from '../../../common/entities/config';
import { defineOverride } from '../../engine/override';
import { lazyWithRetry } from '../../ui/lazyWithRetry';
import { lazyInput } from './lazyInput';

const SettingsScreen = lazyWithRetry(async () => (await import('../screens/settings/SettingsScreen')).SettingsScreen);

const SettingsList = () => (
  <Suspense fallback={null}>
    <SettingsScreen />
  </Suspense>
);
const DictionaryInput = lazyInput(async () => (await import('../screens/settings/KeyValueInput')).KeyValueInput);

const PickedInput = lazyInput(async () => (await import('../screens/settings/SettingPicker')).SettingPicker);
/** Time zone and currency are picked from a list; other settings have the input of their kind. */
function SettingValueInput(props: InputProps) {
  const name = useAppSelector(selectCachedRow(config.name, props.rowId ?? 0))?.row['name'];
  const Input = name === 'time_zone' || name === 'currency' ? PickedInput : getFieldType(props.column.kind).Input;
  return <Input {...props} />;
}

export const configOverride = defineOverride(config, {
  list: SettingsList,
  inputs: { value: SettingValueInput, content: DictionaryInput, extend: DictionaryInput },
});
