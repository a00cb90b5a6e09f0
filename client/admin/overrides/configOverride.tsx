/** Settings: a custom screen in which each item is a form with one field. Dictionaries are edited as lines. */
import Box from '@mui/material/Box';
import { Suspense } from 'react';
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

const ValueInput = lazyInput(
  async () => (await import('../screens/settings/SettingValueInput')).SettingValueInput,
  <Box sx={{ height: 36 }} />,
);

export const configOverride = defineOverride(config, {
  list: SettingsList,
  inputs: { value: ValueInput, content: DictionaryInput, extend: DictionaryInput },
});
