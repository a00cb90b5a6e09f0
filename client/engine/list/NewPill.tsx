/** Says what waits outside the page: new rows, rows that left, rows that moved. Nothing moves until one asks. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { visuallyHidden } from '../kinds/cells';
import type { LiveList } from '../liveList';
import type { Rows } from '../useRows';
import { useSpoken } from './useSpoken';

function usePillText(list: LiveList): string {
  const { t } = useTranslation();
  const gone = Object.keys(list.gone).length;
  const moved = list.moved.filter((id) => !(id in list.gone)).length;
  if (list.stale) return t('engine.list.changed');
  const parts = [
    list.entrants.length > 0 ? t('engine.list.new', { count: list.entrants.length }) : '',
    gone > 0 ? t('engine.list.gone', { count: gone }) : '',
    moved > 0 ? t('engine.list.moved', { count: moved }) : '',
  ].filter((part) => part !== '');
  return parts.length === 0 && list.shifted ? t('lists.shifted') : parts.join(' · ');
}

interface NewPillProps {
  readonly rows: Rows;
  /** On the upper edge of the rows, where neither names of columns nor tools stand. */
  readonly astride?: boolean;
}
export function NewPill({ rows, astride = false }: NewPillProps) {
  const { t } = useTranslation();
  const text = usePillText(rows.list);
  const spoken = useSpoken(text);
  return (
    <Box
      sx={{
        position: 'absolute',
        ...(astride ? { top: 0, transform: 'translateY(-60%)' } : { top: 6 }),
        left: 0,
        right: 0,
        zIndex: 3,
        display: 'flex',
        justifyContent: 'center',
        pointerEvents: 'none',
      }}
    >
      <Box component="output" aria-live="polite" sx={visuallyHidden}>
        {spoken}
      </Box>
      {text !== '' && (
        <Button
          variant="contained"
          size="small"
          onClick={rows.show}
          aria-keyshortcuts="."
          sx={{ pointerEvents: 'auto', borderRadius: 7, boxShadow: 8, fontVariantNumeric: 'tabular-nums' }}
        >
          {text} — {rows.list.stale ? t('engine.list.refresh') : t('engine.list.show')}
        </Button>
      )}
    </Box>
  );
}
