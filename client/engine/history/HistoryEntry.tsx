/** One save in the timeline: who, when and through what, and below it what changed. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../common/entity/entity';
import type { HistoryLine } from '../../../common/protocol/history';
import { useFormat } from '../../shared/format';
import { useWords } from '../../shared/i18n';
import { PERSON_COLOURS } from '../../shared/tokens';
import { PersonAvatar } from '../../ui/PersonAvatar';
import { FieldChange } from './FieldChange';

export interface EntryActions {
  /** Absent where the record cannot be changed. */
  readonly revert: ((line: HistoryLine, fields?: readonly string[]) => void) | undefined;
  readonly undo: (line: HistoryLine) => void;
  readonly busy: boolean;
}
interface HistoryEntryProps {
  readonly entity: AnyEntity;
  readonly id: number;
  readonly line: HistoryLine;
  readonly actions: EntryActions;
}

/** More than this are named when somebody asks. */
const SHOWN = 4;

function useDeed(entity: AnyEntity, { op, fields }: HistoryLine): string {
  const { t } = useTranslation();
  const words = useWords(entity);
  if (op !== 'u') return t(`history.op.${op}`);
  const names = fields.map(({ field }) => words.fields[field] ?? field);
  return names.length === 0 ? t('history.op_none') : t('history.op.u', { fields: names.join(t('history.comma')) });
}

function Fields({ entity, id, line, actions }: HistoryEntryProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(line.op === 'u');
  const [all, setAll] = useState(false);
  const { fields, op, hidden } = line;
  const shown = all ? fields : fields.slice(0, SHOWN);
  const { revert } = actions;
  const many = open ? fields.length - shown.length : fields.length;
  return (
    <Box sx={{ mt: 1 }}>
      {open &&
        shown.map((change) => (
          <FieldChange
            key={change.field}
            entity={entity}
            id={id}
            line={line}
            change={change}
            onRevert={revert && op === 'u' ? () => revert(line, [change.field]) : undefined}
          />
        ))}
      {many > 0 && op !== 'x' && (
        <Button size="small" sx={{ ml: -2 }} onClick={() => (open ? setAll(true) : setOpen(true))}>
          {t('history.values', { count: many })}
        </Button>
      )}
      {hidden > 0 && (
        <Tooltip title={t('history.hidden_help')}>
          <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
            {t('history.hidden', { count: hidden })}
          </Typography>
        </Tooltip>
      )}
    </Box>
  );
}

function Buttons({ line, actions }: Pick<HistoryEntryProps, 'line' | 'actions'>) {
  const { t } = useTranslation();
  const { revert, undo, busy } = actions;
  const { op, several, undone, undoable, fields } = line;
  if (undone)
    return (
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        {t('history.undone_by', { name: undone.by.name })}
      </Typography>
    );
  // One changed record is reverted instead, into the open form where it clashes.
  const whole = undoable === true && (op !== 'u' || several === true);
  if (!whole && !(revert && op === 'u' && fields.length > 0)) return null;
  return (
    <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', ml: -2 }}>
      {revert && op === 'u' && fields.length > 0 && (
        <Button size="small" disabled={busy} onClick={() => revert(line)}>
          {t('history.revert_all')}
        </Button>
      )}
      {whole && (
        <Button size="small" disabled={busy} onClick={() => undo(line)}>
          {several ? t('history.undo_all') : t('history.undo')}
        </Button>
      )}
    </Stack>
  );
}

export function HistoryEntry(props: HistoryEntryProps) {
  const { entity, line } = props;
  const { t } = useTranslation();
  const format = useFormat();
  const deed = useDeed(entity, line);
  const { by, channel, ip, at, fields, hidden } = line;
  const name = by.id === 'system' ? t('history.channel.system') : by.name;
  const where = [t(`history.channel.${channel}`), ...(ip ? [t('history.from', { ip })] : [])].join(' · ');
  return (
    <Stack component="li" direction="row" sx={{ gap: 3, py: 3, borderBottom: 1, borderColor: 'divider' }}>
      <PersonAvatar id={by.id.split(':')[1] ?? by.id} name={name} colours={PERSON_COLOURS} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          <strong>{name}</strong> {deed}
        </Typography>
        <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
          <time dateTime={new Date(at).toISOString()} title={format.ago(at)}>
            {format.dateTime(at)}
          </time>{' '}
          · {where}
        </Typography>
        {fields.length + hidden > 0 && <Fields {...props} />}
        <Buttons line={line} actions={props.actions} />
      </Box>
    </Stack>
  );
}
