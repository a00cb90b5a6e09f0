/** State of a plugin in this installation as a chip: installed, update, waiting, bought or disabled; renders nothing without a state. */
import Chip from '@mui/material/Chip';
import { useTranslation } from 'react-i18next';
import type { LocalState } from '../../../../common/modules/market';

type ShownState = 'installed' | 'update' | 'waiting' | 'bought' | 'disabled';
const COLORS = {
  installed: 'success',
  update: 'primary',
  waiting: 'info',
  bought: 'default',
  disabled: 'default',
} as const;

function shownState({ state, version, isOwned, hasUpdate }: LocalState, isFree: boolean): ShownState | undefined {
  if (version !== '' && hasUpdate) return 'update';
  if (state === 'disabled') return 'disabled';
  if (version !== '') return 'installed';
  if (state === 'init') return 'waiting';
  return isOwned && !isFree ? 'bought' : undefined;
}

interface LocalStateChipProps {
  readonly local: LocalState;
  readonly isFree: boolean;
}
export function LocalStateChip({ local, isFree }: LocalStateChipProps) {
  const { t } = useTranslation();
  const shown = shownState(local, isFree);
  if (shown === undefined) return null;
  return <Chip size="small" variant="outlined" color={COLORS[shown]} label={t(`market.state.${shown}`)} />;
}
