/** Configuration: a screen of its own, whose items are forms of one field; definitions are written line by line. */
import { Suspense } from 'react';
import { config } from '../../../common/entities/config';
import type { InputProps } from '../../engine/kinds/kindView';
import { override } from '../../engine/override';
import { lazyPart } from '../../ui/lazyPart';

const Screen = lazyPart(async () => (await import('../screens/settings/SettingsScreen')).SettingsScreen);
const Lines = lazyPart(async () => (await import('../screens/settings/LinesInput')).LinesInput);

const ConfigList = () => (
  <Suspense fallback={null}>
    <Screen />
  </Suspense>
);
const DictionaryInput = (props: InputProps) => (
  <Suspense fallback={null}>
    <Lines {...props} />
  </Suspense>
);

export const configScreen = override(config, {
  list: ConfigList,
  inputs: { content: DictionaryInput, extend: DictionaryInput },
});
