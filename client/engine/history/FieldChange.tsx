/** One changed field of a history entry: former and new value. */
import RevertIcon from '@mui/icons-material/UndoOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { stringOrEmpty } from '../../../common/json';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import { findColumn } from '../../../common/entity/columns';
import type { HistoryField, HistoryEntry } from '../../../common/protocol/history';
import { useEntityLabels } from '../../shared/i18n/i18n';
import { useFormatValue } from '../fieldTypes/useFormatValue';
import { visuallyHidden } from '../../ui/visuallyHidden';
import { FileChange, isFileField } from '../diff/FileChange';
import { historyApi } from './historyApi';
import { htmlToPlainText } from '../diff/htmlToPlainText';
import { lazyWithRetry } from '../../ui/lazyWithRetry';

const Difference = lazyWithRetry(async () => (await import('../diff/Difference')).Difference, 'small');
const WordDiff = lazyWithRetry(async () => (await import('../diff/WordDiff')).WordDiff, 'small');

interface FieldChangeProps {
  readonly entity: AnyEntity;
  readonly id: number;
  readonly entry: HistoryEntry;
  readonly change: HistoryField;
  /** Absent when the change cannot be reverted. */
  readonly onRevert: (() => void) | undefined;
}

/** A text that is too long for the entry: fetched and compared on request. */
function LongTextChange({ entity, id, entry, change }: Omit<FieldChangeProps, 'onRevert'>) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const { data } = historyApi.usePastQuery({ e: entity.name, id, seq: entry.seq }, { skip: !isOpen });
  const fullChange = data?.list[0]?.fields.find(({ field }) => field === change.field);
  return (
    <Box>
      <Button size="small" onClick={() => setIsOpen(!isOpen)} aria-expanded={isOpen} sx={{ ml: -2 }}>
        {isOpen ? t('history.text_hide') : t('history.text_show')}
      </Button>
      {isOpen && fullChange && <TextDiff entity={entity} change={fullChange} />}
    </Box>
  );
}

function TextDiff({ entity, change }: Pick<FieldChangeProps, 'entity' | 'change'>) {
  const isRichText = findColumn(entity, change.field)?.kind === 'rich_text';
  const [before, after] = [stringOrEmpty(change.before), stringOrEmpty(change.after)].map((value) =>
    isRichText ? htmlToPlainText(value) : value,
  );
  return (
    <Suspense fallback={null}>
      <WordDiff before={before ?? ''} after={after ?? ''} />
    </Suspense>
  );
}

function ShortChange({ entity, change }: Pick<FieldChangeProps, 'entity' | 'change'>) {
  const { t } = useTranslation();
  const formatValue = useFormatValue(entity, Infinity);
  const [before, after] = [formatValue(change.field, change.before), formatValue(change.field, change.after)];
  return (
    <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
      {change.before !== null && (
        <>
          <Box component="del" sx={{ color: 'text.secondary' }} aria-label={t('history.was', { value: before })}>
            {before}
          </Box>{' '}
          <span aria-hidden>→ </span>
        </>
      )}
      <Box component="ins" sx={{ textDecoration: 'none' }} aria-label={t('history.is', { value: after })}>
        {after}
      </Box>
    </Typography>
  );
}

const isText = (entity: AnyEntity, { field, before, after }: HistoryField) =>
  findColumn(entity, field)?.kind === 'text' && typeof before === 'string' && typeof after === 'string';

const isList = (value: Json) => Array.isArray(value) && value.length > 0;

/** Former and new value, compared as suits the kind of field. */
function ChangedValue({ entity, id, entry, change }: Omit<FieldChangeProps, 'onRevert'>) {
  const label = useEntityLabels(entity).fields[change.field] ?? change.field;
  const column = findColumn(entity, change.field);
  if (change.long) return <LongTextChange entity={entity} id={id} entry={entry} change={change} />;
  if (column && isFileField(column)) return <FileChange column={column} label={label} change={change} />;
  if (isList(change.before) && isList(change.after))
    return (
      <Suspense fallback={null}>
        <Difference entity={entity} field={change.field} before={change.before} value={change.after} />
      </Suspense>
    );
  return isText(entity, change) ? (
    <TextDiff entity={entity} change={change} />
  ) : (
    <ShortChange entity={entity} change={change} />
  );
}

export function FieldChange({ entity, id, entry, change, onRevert }: FieldChangeProps) {
  const { t } = useTranslation();
  const label = useEntityLabels(entity).fields[change.field] ?? change.field;
  return (
    <Box sx={{ display: 'flex', gap: 2, alignItems: 'flex-start', py: 0.5 }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
          {label}
          <Box component="span" sx={visuallyHidden}>
            :
          </Box>
        </Typography>
        <ChangedValue entity={entity} id={id} entry={entry} change={change} />
      </Box>
      {onRevert && (
        <Tooltip title={t('history.revert_field', { field: label })}>
          <IconButton size="small" aria-label={t('history.revert_field', { field: label })} onClick={onRevert}>
            <RevertIcon fontSize="small" />
          </IconButton>
        </Tooltip>
      )}
    </Box>
  );
}
