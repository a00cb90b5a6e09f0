/** One field of one save: what it was and what it became, in the words of the form. */
import RevertIcon from '@mui/icons-material/UndoOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import { columnNamed } from '../../../common/entity/meta';
import type { HistoryField, HistoryLine } from '../../../common/protocol/history';
import { useWords } from '../../shared/i18n';
import { useDescribe } from '../useDescribe';
import { visuallyHidden } from '../kinds/cells';
import { FileChange, holdsFiles } from './FileChange';
import { historyApi } from './historyApi';
import { plainOf } from './plainText';
import { lazyPart } from '../../ui/lazyPart';

const Difference = lazyPart(async () => (await import('../conflict/Difference')).Difference, 'small');
const WordDiff = lazyPart(async () => (await import('./WordDiff')).WordDiff, 'small');

interface FieldChangeProps {
  readonly entity: AnyEntity;
  readonly id: number;
  readonly line: HistoryLine;
  readonly change: HistoryField;
  /** Absent where nothing can be taken back. */
  readonly onRevert: (() => void) | undefined;
}

/** A text too long for the line: fetched and compared when somebody wants to see it. */
function LongText({ entity, id, line, change }: Omit<FieldChangeProps, 'onRevert'>) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const { data } = historyApi.usePastQuery({ e: entity.name, id, seq: line.seq }, { skip: !open });
  const whole = data?.list[0]?.fields.find(({ field }) => field === change.field);
  return (
    <Box>
      <Button size="small" onClick={() => setOpen(!open)} aria-expanded={open} sx={{ ml: -2 }}>
        {open ? t('history.text_hide') : t('history.text_show')}
      </Button>
      {open && whole && <Texts entity={entity} change={whole} />}
    </Box>
  );
}

function Texts({ entity, change }: Pick<FieldChangeProps, 'entity' | 'change'>) {
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const rich = columnNamed(entity, change.field)?.kind === 'rich_text';
  const [before, after] = [text(change.before), text(change.after)].map((one) => (rich ? plainOf(one) : one));
  return (
    <Suspense fallback={null}>
      <WordDiff before={before ?? ''} after={after ?? ''} />
    </Suspense>
  );
}

function Short({ entity, change }: Pick<FieldChangeProps, 'entity' | 'change'>) {
  const { t } = useTranslation();
  const describe = useDescribe(entity, Infinity);
  const [before, after] = [describe(change.field, change.before), describe(change.field, change.after)];
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
  columnNamed(entity, field)?.kind === 'text' && typeof before === 'string' && typeof after === 'string';

const isList = (value: Json) => Array.isArray(value) && value.length > 0;

/** What it was and what it became, as its kind of field is best compared. */
function Compared({ entity, id, line, change }: Omit<FieldChangeProps, 'onRevert'>) {
  const label = useWords(entity).fields[change.field] ?? change.field;
  const column = columnNamed(entity, change.field);
  if (change.long) return <LongText entity={entity} id={id} line={line} change={change} />;
  if (column && holdsFiles(column)) return <FileChange column={column} label={label} change={change} />;
  if (isList(change.before) && isList(change.after))
    return (
      <Suspense fallback={null}>
        <Difference entity={entity} field={change.field} before={change.before} value={change.after} />
      </Suspense>
    );
  return isText(entity, change) ? <Texts entity={entity} change={change} /> : <Short entity={entity} change={change} />;
}

export function FieldChange({ entity, id, line, change, onRevert }: FieldChangeProps) {
  const { t } = useTranslation();
  const label = useWords(entity).fields[change.field] ?? change.field;
  return (
    <Box sx={{ display: 'flex', gap: 2, alignItems: 'flex-start', py: 0.5 }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
          {label}
          <Box component="span" sx={visuallyHidden}>
            :
          </Box>
        </Typography>
        <Compared entity={entity} id={id} line={line} change={change} />
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
