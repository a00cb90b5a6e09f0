/** One save in the history: author, time, channel and changes. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../common/entity/entity';
import type { HistoryEntry } from '../../../common/protocol/history';
import { useFormatters } from '../../shared/i18n/format';
import { useEntityLabels } from '../../shared/i18n/i18n';
import { PERSON_COLORS } from '../../shared/theme/designTokens';
import { PersonAvatar } from '../../ui/PersonAvatar';
import { usePeopleNames } from '../useActorName';
import { FieldChange } from './FieldChange';

export interface EntryActions {
  /** Absent when the record cannot be changed. */
  readonly revert: ((entry: HistoryEntry, fields?: readonly string[]) => void) | undefined;
  readonly undo: (entry: HistoryEntry) => void;
  /** Shows the record as it was after the entry. */
  readonly showRecord: (entry: HistoryEntry) => void;
  readonly isBusy: boolean;
}
interface HistoryEntryProps {
  readonly entity: AnyEntity;
  readonly id: number;
  readonly entry: HistoryEntry;
  readonly actions: EntryActions;
}

/** Further fields are shown on request. */
const MAX_FIELDS = 4;

function useOperationText(entity: AnyEntity, { op, fields }: HistoryEntry): string {
  const { t } = useTranslation();
  const labels = useEntityLabels(entity);
  if (op !== 'u') return t(`history.op.${op}`);
  const names = fields.map(({ field }) => labels.fields[field] ?? field);
  return names.length === 0 ? t('history.op_none') : t('history.op.u', { fields: names.join(t('history.comma')) });
}

function Fields({ entity, id, entry, actions }: HistoryEntryProps) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(entry.op === 'u');
  const [showsAll, setShowsAll] = useState(false);
  const { fields, op, hidden } = entry;
  const shownFields = showsAll ? fields : fields.slice(0, MAX_FIELDS);
  const { revert } = actions;
  const collapsedCount = isOpen ? fields.length - shownFields.length : fields.length;
  return (
    <Box sx={{ mt: 1 }}>
      {isOpen &&
        shownFields.map((change) => (
          <FieldChange
            key={change.field}
            entity={entity}
            id={id}
            entry={entry}
            change={change}
            onRevert={revert && op === 'u' ? () => revert(entry, [change.field]) : undefined}
          />
        ))}
      {collapsedCount > 0 && op !== 'x' && (
        <Button size="small" sx={{ ml: -2 }} onClick={() => (isOpen ? setShowsAll(true) : setIsOpen(true))}>
          {t('history.values', { count: collapsedCount })}
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

function EntryButtons({ entry, actions }: Pick<HistoryEntryProps, 'entry' | 'actions'>) {
  const { t } = useTranslation();
  const { revert, undo, isBusy } = actions;
  const { op, several, undone, undoable, fields } = entry;
  if (undone)
    return (
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        {t('history.undone_by', { name: undone.by.name })}
      </Typography>
    );
  // An update of one record is reverted instead, into the open form if it conflicts.
  const canUndo = undoable === true && (op !== 'u' || several === true);
  if (!canUndo && !(revert && op === 'u' && fields.length > 0)) return null;
  return (
    <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', ml: -2 }}>
      {revert && op === 'u' && fields.length > 0 && (
        <Button size="small" disabled={isBusy} onClick={() => revert(entry)}>
          {t('history.revert_all')}
        </Button>
      )}
      {canUndo && (
        <Button size="small" disabled={isBusy} onClick={() => undo(entry)}>
          {several ? t('history.undo_all') : t('history.undo')}
        </Button>
      )}
    </Stack>
  );
}

/** A deleted or purged record cannot be read as of that time. */
const isAliveAfter = ({ op }: HistoryEntry): boolean => op !== 'd' && op !== 'x';

export function HistoryEntry(props: HistoryEntryProps) {
  const { entity, entry } = props;
  const { t } = useTranslation();
  const format = useFormatters();
  const operationText = useOperationText(entity, entry);
  const peopleNames = usePeopleNames();
  const { by, channel, ip, at, fields, hidden } = entry;
  const name = by.id === 'system' ? t('history.channel.system') : peopleNames(by.name);
  const where = [t(`history.channel.${channel}`), ...(ip ? [t('history.from', { ip })] : [])].join(' · ');
  return (
    <Stack component="li" direction="row" sx={{ gap: 3, py: 3, borderBottom: 1, borderColor: 'divider' }}>
      <PersonAvatar id={by.id.split(':')[1] ?? by.id} name={name} colors={PERSON_COLORS} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          <strong>{name}</strong> {operationText}
        </Typography>
        <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
          <time dateTime={new Date(at).toISOString()} title={format.relativeTime(at)}>
            {format.dateTime(at)}
          </time>{' '}
          · {where}
        </Typography>
        {fields.length + hidden > 0 && <Fields {...props} />}
        <EntryButtons entry={entry} actions={props.actions} />
        {isAliveAfter(entry) && (
          <Button size="small" sx={{ ml: -2 }} onClick={() => props.actions.showRecord(entry)}>
            {t('asOf.show_record')}
          </Button>
        )}
      </Box>
    </Stack>
  );
}
