/** What happened while the connection was away: the newest changes, one line per record, each leading there. */
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
import type { AnyEntity } from '../../../common/entity/entity';
import { useEngine } from '../../engine/engineContext';
import { selectConnection, type MissedChange } from '../../shared/connection';
import { useAppSelector } from '../../shared/createStore';
import { selectHeld } from '../../shared/entities';
import { useFormat } from '../../shared/format';
import { useSayTitle } from '../../engine/useSayTitle';
import { useWords } from '../../shared/i18n';
import { leavesOf, useMenu } from './menu';

interface LineProps {
  readonly change: MissedChange;
  readonly entity: AnyEntity;
  readonly to: string | undefined;
  readonly onClose: () => void;
}
function Line({ change, entity, to, onClose }: LineProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const words = useWords(entity);
  const say = useSayTitle(entity.name);
  const held = useAppSelector(selectHeld(change.e, change.id));
  const title = held?.row[entity.spec.title];
  const what = t(`link.away.${change.op}`);
  const time = format.clock(change.at);
  const text = (
    <ListItemText
      primary={`${words.one} · ${typeof title === 'string' && title !== '' ? say(title) : `#${change.id}`}`}
      secondary={
        change.by === '' ? t('link.away.nobody', { what, time }) : t('link.away.line', { what, name: change.by, time })
      }
      slotProps={{ primary: { noWrap: true } }}
    />
  );
  if (to === undefined || change.op === 'del' || change.op === 'leave') return <ListItem divider>{text}</ListItem>;
  return (
    <ListItem disablePadding divider>
      <ListItemButton component={Link} to={`${to}/${change.id}`} onClick={onClose}>
        {text}
      </ListItemButton>
    </ListItem>
  );
}

export function AwayChanges({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { registry } = useEngine();
  const { away } = useAppSelector(selectConnection);
  const leaves = leavesOf(useMenu());
  const lines = away.flatMap((change) => {
    const entity = registry.get(change.e);
    return entity ? [{ change, entity, to: leaves.find((leaf) => leaf.entity === change.e)?.to }] : [];
  });
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="away-title">
      <DialogTitle id="away-title">{t('link.away.title')}</DialogTitle>
      <DialogContent>
        <Typography sx={{ color: 'text.secondary' }}>
          {lines.length === 0 ? t('link.away.empty') : t('link.away.lead')}
        </Typography>
        <List>
          {lines.map((line) => (
            <Line key={`${line.change.e}:${line.change.id}`} {...line} onClose={onClose} />
          ))}
        </List>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('link.away.close')}</Button>
      </DialogActions>
    </Dialog>
  );
}
