/** Shows pending changes: new, removed and reordered rows. They are applied on click. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { visuallyHidden } from '../../../ui/visuallyHidden';
import type { LiveList } from '../../data/liveList';
import type { LiveRows } from '../../data/useRows';
import { useLiveRegionText } from './useLiveRegionText';

function usePendingText(list: LiveList): string {
  const { t } = useTranslation();
  const removed = Object.keys(list.removed).length;
  const reordered = list.reordered.filter((id) => !(id in list.removed)).length;
  if (list.isStale) return t('engine.list.changed');
  const parts = [
    list.pendingIds.length > 0 ? t('engine.list.new', { count: list.pendingIds.length }) : '',
    removed > 0 ? t('engine.list.gone', { count: removed }) : '',
    reordered > 0 ? t('engine.list.moved', { count: reordered }) : '',
  ].filter((part) => part !== '');
  return parts.length === 0 && list.isShifted ? t('lists.shifted') : parts.join(' · ');
}

interface PendingChangesPillProps {
  readonly rows: LiveRows;
  /** Places the pill over the upper edge of the rows, where it covers neither column names nor tools. */
  readonly isOverlay?: boolean;
}
export function PendingChangesPill({ rows, isOverlay = false }: PendingChangesPillProps) {
  const { t } = useTranslation();
  const text = usePendingText(rows.list);
  const announcement = useLiveRegionText(text);
  return (
    <Box
      sx={{
        position: 'absolute',
        ...(isOverlay ? { top: 0, transform: 'translateY(-60%)' } : { top: 6 }),
        left: 0,
        right: 0,
        zIndex: 3,
        display: 'flex',
        justifyContent: 'center',
        pointerEvents: 'none',
      }}
    >
      <Box component="output" aria-live="polite" sx={visuallyHidden}>
        {announcement}
      </Box>
      {text !== '' && (
        <Button
          variant="contained"
          size="small"
          onClick={rows.applyPending}
          aria-keyshortcuts="."
          sx={{ pointerEvents: 'auto', borderRadius: 7, boxShadow: 8, fontVariantNumeric: 'tabular-nums' }}
        >
          {text} — {rows.list.isStale ? t('engine.list.refresh') : t('engine.list.show')}
        </Button>
      )}
    </Box>
  );
}
