/** Configuration: a screen of its own, whose items are forms of one field; definitions are written line by line. */
import { Suspense } from 'react';
import { config } from '../../../common/entities/config';
import { defineOverride } from '../../engine/override';
import { lazyWithRetry } from '../../ui/lazyWithRetry';
import { lazyInput } from './lazyInput';

const Screen = lazyWithRetry(async () => (await import('../screens/settings/SettingsScreen')).SettingsScreen);

const ConfigList = () => (
  <Suspense fallback={null}>
    <Screen />
  </Suspense>
);
const DictionaryInput = lazyInput(async () => (await import('../screens/settings/LinesInput')).LinesInput);

export const configScreen = defineOverride(config, {
  list: ConfigList,
  inputs: { content: DictionaryInput, extend: DictionaryInput },
});
