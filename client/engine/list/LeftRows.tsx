/** Rows a bulk change left as they are, each by its name and with the reason. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../common/entity/entity';
import type { LeftRow } from './leftOf';
import { useRowTitle } from './useRowTitle';

function Left({ entity, id, msg, title: seen }: LeftRow & { readonly entity: AnyEntity }) {
  const title = useRowTitle(entity, id, seen);
  return (
    <Box component="li" sx={{ py: 1, overflowWrap: 'anywhere' }}>
      <Box component="span" sx={{ fontWeight: 500 }}>
        {title}
      </Box>
      <Box component="span" sx={{ color: 'text.secondary' }}>{` — ${msg}`}</Box>
    </Box>
  );
}

interface LeftRowsProps {
  readonly entity: AnyEntity;
  readonly rows: readonly LeftRow[];
}
export function LeftRows({ entity, rows }: LeftRowsProps) {
  const { t } = useTranslation();
  if (rows.length === 0) return null;
  return (
    <Box component="ul" aria-label={t('lists.bulk.results')} sx={{ pl: 5, my: 2 }}>
      {rows.map((row) => (
        <Left key={row.id} entity={entity} {...row} />
      ))}
    </Box>
  );
}

/** Says after a deletion which rows are still there, and why. */
export function LeftAlone({ entity, rows, onClose }: LeftRowsProps & { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const titleId = useId();
  const hasGone = rows.some(({ gone }) => gone);
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={titleId}>
      <DialogTitle id={titleId}>
        {t(hasGone ? 'engine.done.gone' : 'engine.done.skipped', { count: rows.length })}
      </DialogTitle>
      <DialogContent>
        <LeftRows entity={entity} rows={rows} />
      </DialogContent>
      <DialogActions>
        <Button variant="contained" autoFocus onClick={onClose}>
          {t('lists.bulk.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
