/** Newest changes made while the connection was down, one entry per record, each a link to the record. */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AnyEntity } from '../../../../common/entity/entity';
import { useEngine } from '../../../engine/engineContext';
import { selectConnection, type MissedChange } from '../../../shared/store/connectionSlice';
import { useAppSelector } from '../../../shared/app/createStore';
import { selectCachedRow } from '../../../shared/store/entities';
import { useFormatters } from '../../../shared/i18n/format';
import { useTranslateTitle } from '../../../engine/data/useTranslateTitle';
import { useEntityLabels } from '../../../shared/i18n/i18n';
import { menuLeaves, useMenu } from '../menu/menuEntries';

interface MissedChangeItemProps {
  readonly change: MissedChange;
  readonly entity: AnyEntity;
  readonly listPath: string | undefined;
  readonly onClose: () => void;
}
function MissedChangeItem({ change, entity, listPath, onClose }: MissedChangeItemProps) {
  const { t } = useTranslation();
  const formatters = useFormatters();
  const labels = useEntityLabels(entity);
  const translateTitle = useTranslateTitle(entity.name);
  const cachedRow = useAppSelector(selectCachedRow(change.e, change.id));
  const title = cachedRow?.row[entity.spec.title];
  const operationText = t(`connection.away.${change.op}`);
  const time = formatters.time(change.at);
  const text = (
    <ListItemText
      primary={`${labels.one} · ${typeof title === 'string' && title !== '' ? translateTitle(title, cachedRow?.row) : `#${change.id}`}`}
      secondary={
        change.by === ''
          ? t('connection.away.nobody', { what: operationText, time })
          : t('connection.away.line', { what: operationText, name: change.by, time })
      }
      slotProps={{ primary: { noWrap: true } }}
    />
  );
  if (listPath === undefined || change.op === 'del' || change.op === 'leave')
    return <ListItem divider>{text}</ListItem>;
  return (
    <ListItem disablePadding divider>
      <ListItemButton component={Link} to={`${listPath}/${change.id}`} onClick={onClose}>
        {text}
      </ListItemButton>
    </ListItem>
  );
}

export function MissedChangesDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { registry } = useEngine();
  const { missedChanges } = useAppSelector(selectConnection);
  const leaves = menuLeaves(useMenu());
  const items = missedChanges.flatMap((change) => {
    const entity = registry.get(change.e);
    return entity ? [{ change, entity, listPath: leaves.find((leaf) => leaf.entity === change.e)?.to }] : [];
  });
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="away-title">
      <DialogTitle id="away-title">{t('connection.away.title')}</DialogTitle>
      <DialogContent>
        <Typography sx={{ color: 'text.secondary' }}>
          {items.length === 0 ? t('connection.away.empty') : t('connection.away.lead')}
        </Typography>
        <List>
          {items.map((item) => (
            <MissedChangeItem key={`${item.change.e}:${item.change.id}`} {...item} onClose={onClose} />
          ))}
        </List>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('connection.away.close')}</Button>
      </DialogActions>
    </Dialog>
  );
}
