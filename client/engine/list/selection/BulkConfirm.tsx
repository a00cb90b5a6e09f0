/** Confirms a bulk edit of a value that the definition marks with `confirmChangeTo`. */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../../common/entity/entity';
import { useEntityLabels } from '../../../shared/i18n/i18n';
import { useFormatValue } from '../../fieldTypes/useFormatValue';
import type { BulkValues } from './BulkFields';
import { needsConfirm } from '../useRowActions';

/** Fields whose new value must be confirmed. */
export const fieldsToConfirm = (entity: AnyEntity, values: BulkValues): readonly string[] =>
  Object.entries(values).flatMap(([name, change]) =>
    'set' in change && needsConfirm(entity, name, change.set) ? [name] : [],
  );

interface BulkConfirmProps {
  readonly entity: AnyEntity;
  readonly values: BulkValues;
  readonly count: number;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
}
export function BulkConfirm({ entity, values, count, onCancel, onConfirm }: BulkConfirmProps) {
  const { t } = useTranslation();
  const labels = useEntityLabels(entity);
  const formatValue = useFormatValue(entity);
  const changeLines = fieldsToConfirm(entity, values).map((name) => {
    const change = values[name];
    const value = change && 'set' in change ? change.set : null;
    return `${labels.fields[name] ?? name}: ${formatValue(name, value)}`;
  });
  return (
    <Dialog open onClose={onCancel} maxWidth="xs" fullWidth>
      <DialogTitle>{t('lists.bulk.confirm', { count })}</DialogTitle>
      <DialogContent>
        {changeLines.map((line) => (
          <DialogContentText key={line} sx={{ color: 'text.primary' }}>
            {line}
          </DialogContentText>
        ))}
        <DialogContentText>{t('engine.confirm.change_text')}</DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button onClick={onCancel} color="inherit">
          {t('engine.confirm.cancel')}
        </Button>
        <Button variant="contained" autoFocus onClick={onConfirm}>
          {t('engine.confirm.change')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
