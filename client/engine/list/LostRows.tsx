/** Chosen rows that went meanwhile, by name and with the reason: they are counted out. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../common/entity/entity';
import { goneText } from './goneText';
import type { LostRow } from './useChoice';
import { useRowTitle } from './useRowTitle';

const NAMED = 3;

function Lost({ entity, row: { id, gone } }: { readonly entity: AnyEntity; readonly row: LostRow }) {
  const { t } = useTranslation();
  const title = useRowTitle(entity, id);
  return (
    <Box component="li" sx={{ display: 'inline', '& + &::before': { content: '" · "' } }}>
      {t('engine.bulk.lost', { title, why: goneText(gone, t) })}
    </Box>
  );
}

interface LostRowsProps {
  readonly entity: AnyEntity;
  readonly lost: readonly LostRow[];
}
export function LostRows({ entity, lost }: LostRowsProps) {
  const { t } = useTranslation();
  if (lost.length === 0) return null;
  return (
    <Typography
      component="div"
      aria-live="polite"
      sx={{ color: 'text.secondary', minWidth: 0, overflowWrap: 'anywhere' }}
    >
      {t('engine.bulk.gone', { count: lost.length })}
      <Box component="ul" sx={{ display: 'inline', m: 0, ml: 2, p: 0, fontSize: '0.8125rem' }}>
        {lost.slice(0, NAMED).map((row) => (
          <Lost key={row.id} entity={entity} row={row} />
        ))}
        {lost.length > NAMED && (
          <Box component="li" sx={{ display: 'inline' }}>
            {` · +${lost.length - NAMED}`}
          </Box>
        )}
      </Box>
    </Typography>
  );
}
