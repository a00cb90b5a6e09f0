/** The state of a module as a colored chip. */
import Chip, { type ChipProps } from '@mui/material/Chip';
import { module } from '../../../../common/entities/module';
import { useEntityLabels } from '../../../shared/i18n/i18n';
import type { ModuleState } from './parseModule';

const COLORS: Readonly<Record<ModuleState, ChipProps['color']>> = {
  init: 'info',
  download: 'info',
  install: 'info',
  installed: 'success',
  disabled: 'default',
  update: 'primary',
  unknown: 'error',
};

export function StateChip({ state }: { readonly state: ModuleState }) {
  const { choices } = useEntityLabels(module);
  return (
    <Chip
      size="small"
      color={COLORS[state] ?? 'default'}
      variant="outlined"
      label={choices['state']?.[state] ?? state}
    />
  );
}
