/** Selected rows that are gone, by title and reason; they are not counted. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../../common/entity/entity';
import { describeRemoval } from '../describeRemoval';
import type { RemovedRow } from './useRowSelection';
import { useRowTitle } from '../../data/useRowTitle';

const MAX_NAMED = 3;

function RemovedRowItem({ entity, row: { id, removal } }: { readonly entity: AnyEntity; readonly row: RemovedRow }) {
  const { t } = useTranslation();
  const title = useRowTitle(entity, id);
  return (
    <Box component="li" sx={{ display: 'inline', '& + &::before': { content: '" · "' } }}>
      {t('engine.bulk.lost', { title, why: describeRemoval(removal, t) })}
    </Box>
  );
}

interface RemovedRowsProps {
  readonly entity: AnyEntity;
  readonly removedRows: readonly RemovedRow[];
}
export function RemovedRows({ entity, removedRows }: RemovedRowsProps) {
  const { t } = useTranslation();
  if (removedRows.length === 0) return null;
  return (
    <Typography
      component="div"
      aria-live="polite"
      sx={{ color: 'text.secondary', minWidth: 0, overflowWrap: 'anywhere' }}
    >
      {t('engine.bulk.gone', { count: removedRows.length })}
      <Box component="ul" sx={{ display: 'inline', m: 0, ml: 2, p: 0, fontSize: '0.8125rem' }}>
        {removedRows.slice(0, MAX_NAMED).map((row) => (
          <RemovedRowItem key={row.id} entity={entity} row={row} />
        ))}
        {removedRows.length > MAX_NAMED && (
          <Box component="li" sx={{ display: 'inline' }}>
            {` · +${removedRows.length - MAX_NAMED}`}
          </Box>
        )}
      </Box>
    </Typography>
  );
}
