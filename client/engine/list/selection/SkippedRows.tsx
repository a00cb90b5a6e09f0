/** Rows that a bulk change skipped, with title and reason. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../../common/entity/entity';
import type { SkippedRowMessage } from './listSkippedRows';
import { useRowTitle } from '../../data/useRowTitle';

function SkippedRowItem({ entity, id, msg, title: lastTitle }: SkippedRowMessage & { readonly entity: AnyEntity }) {
  const title = useRowTitle(entity, id, lastTitle);
  return (
    <Box component="li" sx={{ py: 1, overflowWrap: 'anywhere' }}>
      <Box component="span" sx={{ fontWeight: 500 }}>
        {title}
      </Box>
      <Box component="span" sx={{ color: 'text.secondary' }}>{` — ${msg}`}</Box>
    </Box>
  );
}

interface SkippedRowsProps {
  readonly entity: AnyEntity;
  readonly rows: readonly SkippedRowMessage[];
}
export function SkippedRows({ entity, rows }: SkippedRowsProps) {
  const { t } = useTranslation();
  if (rows.length === 0) return null;
  return (
    <Box component="ul" aria-label={t('lists.bulk.results')} sx={{ pl: 5, my: 2 }}>
      {rows.map((row) => (
        <SkippedRowItem key={row.id} entity={entity} {...row} />
      ))}
    </Box>
  );
}

/** Lists rows that a deletion skipped. */
export function SkippedRowsDialog({ entity, rows, onClose }: SkippedRowsProps & { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const titleId = useId();
  const hasGone = rows.some(({ gone }) => gone);
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={titleId}>
      <DialogTitle id={titleId}>
        {t(hasGone ? 'engine.done.gone' : 'engine.done.skipped', { count: rows.length })}
      </DialogTitle>
      <DialogContent>
        <SkippedRows entity={entity} rows={rows} />
      </DialogContent>
      <DialogActions>
        <Button variant="contained" autoFocus onClick={onClose}>
          {t('lists.bulk.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
