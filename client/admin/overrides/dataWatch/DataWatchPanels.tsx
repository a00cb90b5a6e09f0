/** Entry of the recycle log or the sensitive data log: the deleted row or the changed field, and the button that restores it. */
import { MASK } from '../../../../common/mask';
import CloseIcon from '@mui/icons-material/Close';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { RECYCLE_LOG_STATUS, recycleLog } from '../../../../common/entities/recycleLog';
import { sensitiveLog } from '../../../../common/entities/sensitiveLog';
import { browserText } from '../../../../common/parseUserAgent';
import type { AnyEntity } from '../../../../common/entity/entity';
import { findColumn, getColumns } from '../../../../common/entity/columns';
import type { WireRow } from '../../../../common/entity/projectRow';
import { entityLabels } from '../../../../common/locales/entityLabels';
import { useEngine } from '../../../engine/engineContext';
import { EmptyCell } from '../../../engine/fieldTypes/cells/cells';
import { getFieldType } from '../../../engine/fieldTypes/index';
import { inputText } from '../../../engine/fieldTypes/inputs/TextInput';
import type { PanelProps } from '../../../engine/override';
import { keepsHistory } from '../../../../common/definition/keepsHistory';
import { AS_OF_PARAM } from '../../../engine/list/asOf/asOfParam';
import { rowsApi } from '../../../engine/data/rowsApi';
import { useRow } from '../../../engine/data/useRow';
import { Difference } from '../../../engine/diff/Difference';
import { usePermissions } from '../../../engine/usePermissions';
import { useFormatters } from '../../../shared/i18n/format';
import { useLanguage } from '../../../shared/i18n/i18n';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { asRecord } from '../../../../common/json';
import { dataWatchApi } from './dataWatchApi';

const MASKED = /^•+$/;
/** Shows a value with the cell of its field. Masked values and values without a field are shown as stored. */
function Value({
  entity,
  name,
  row,
}: {
  readonly entity: AnyEntity | undefined;
  readonly name: string;
  readonly row: WireRow;
}) {
  const value = row[name] ?? null;
  const column = entity && findColumn(entity, name);
  if (value === null || value === '') return <EmptyCell />;
  if (!entity || !column || MASKED.test(inputText(value)) || column.kind === 'text')
    return <>{typeof value === 'object' ? JSON.stringify(value) : inputText(value)}</>;
  const { Cell } = getFieldType(column.kind);
  return <Cell entity={entity} column={column} value={value} row={row} />;
}

const DescriptionRow = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(96px, 30%) minmax(0, 1fr)', gap: 3, py: 1.5 }}>
    <Typography component="dt" variant="caption" sx={{ color: 'text.secondary', pt: 0.5 }}>
      {label}
    </Typography>
    <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-wrap', fontSize: '0.875rem' }}>
      {children}
    </Box>
  </Box>
);
const Facts = ({ label, children }: { readonly label?: string; readonly children: ReactNode }) => (
  <Box component="dl" aria-label={label} sx={{ m: 0, '& > * + *': { borderTop: 1, borderColor: 'divider' } }}>
    {children}
  </Box>
);

function DeletedRow({ entity, data }: { readonly entity: AnyEntity | undefined; readonly data: WireRow }) {
  const lang = useLanguage();
  const labels = entity && entityLabels(entity, lang).fields;
  const names = entity ? [...getColumns(entity).keys()].filter((name) => Object.hasOwn(data, name)) : Object.keys(data);
  return (
    <Facts label={entityLabels(recycleLog, lang).fields['data'] ?? ''}>
      {names.map((name) => (
        <DescriptionRow key={name} label={labels?.[name] ?? name}>
          <Value entity={entity} name={name} row={data} />
        </DescriptionRow>
      ))}
    </Facts>
  );
}

/** Whether both values of a change are known, so that they can be compared. */
const isComparable = (entry: WireRow): boolean =>
  (['before', 'after'] as const).every((side) => Object.hasOwn(entry, side) && !MASKED.test(inputText(entry[side])));

/** The current value beside a logged change. */
function TodayValue({ entity, entry }: { readonly entity: AnyEntity; readonly entry: WireRow }) {
  const { t } = useTranslation();
  const field = inputText(entry['data_field']);
  const { cachedRow, version, fault } = useRow(entity, Number(entry['id_value']));
  const value = version === undefined || fault ? undefined : cachedRow?.row[field];
  if (value === undefined) return <EmptyCell />;
  const equals = (side: 'before' | 'after') => JSON.stringify(value) === JSON.stringify(entry[side] ?? null);
  if (equals('after')) return t('dataWatch.same_as_after');
  if (equals('before')) return t('dataWatch.same_as_before');
  return <Difference entity={entity} field={field} before={entry['after'] ?? null} value={value} />;
}

function FieldChange({ entity, entry }: { readonly entity: AnyEntity | undefined; readonly entry: WireRow }) {
  const { t } = useTranslation();
  const lang = useLanguage();
  const labels = entityLabels(sensitiveLog, lang).fields;
  const field = inputText(entry['data_field']);
  const valueOf = (name: 'before' | 'after') => ({ [field]: entry[name] ?? null });
  const canCompare = entity && findColumn(entity, field) !== undefined && isComparable(entry);
  return (
    <Facts>
      <DescriptionRow label={labels['data_field'] ?? ''}>
        {(entity && entityLabels(entity, lang).fields[field]) ?? field}
      </DescriptionRow>
      {(['before', 'after'] as const).map((name) => (
        <DescriptionRow key={name} label={labels[name] ?? name}>
          {Object.hasOwn(entry, name) ? <Value entity={entity} name={field} row={valueOf(name)} /> : MASK}
        </DescriptionRow>
      ))}
      {canCompare && (
        <DescriptionRow label={t('dataWatch.change')}>
          <Difference entity={entity} field={field} before={entry['before'] ?? null} value={entry['after'] ?? null} />
        </DescriptionRow>
      )}
      {canCompare && (
        <DescriptionRow label={t('dataWatch.today')}>
          <TodayValue entity={entity} entry={entry} />
        </DescriptionRow>
      )}
    </Facts>
  );
}

/** Runs the action of the log that restores the row of the entry. */
function RestoreButton({ log, id, action }: { readonly log: AnyEntity; readonly id: number; readonly action: string }) {
  const lang = useLanguage();
  const { canRunAction } = usePermissions(log);
  const [runAction, { isLoading }] = rowsApi.useActMutation();
  const label = entityLabels(log, lang).actions[action] ?? action;
  if (!canRunAction(action)) return null;
  return (
    <Button
      variant="contained"
      loading={isLoading}
      onClick={() => void runAction({ e: log.name, id, action, announce: true })}
    >
      {label}
    </Button>
  );
}

/** Link to the record as it was before the entry, compared with today. */
function RecordBefore({ entity, entry }: { readonly entity: AnyEntity; readonly entry: WireRow }) {
  const { t } = useTranslation();
  const { can } = usePermissions(entity);
  if (!can('read') || !keepsHistory(entity)) return null;
  const moment = Number(entry['create_time']) - 1;
  const params = new URLSearchParams({ [AS_OF_PARAM]: String(moment), record: inputText(entry['id_value']) });
  return (
    <Button component={Link} to={`/admin/${entity.name}?${params}`}>
      {t('dataWatch.before')}
    </Button>
  );
}

function EntryDetails({ log, entry, id }: { readonly log: AnyEntity; readonly entry: WireRow; readonly id: number }) {
  const lang = useLanguage();
  const format = useFormatters();
  const { registry } = useEngine();
  const labels = entityLabels(log, lang);
  const entity = registry.get(inputText(entry['data_table']));
  const isDeletion = log === recycleLog;
  const authorFields = ['username', 'ip', 'useragent'].filter((name) => inputText(entry[name]) !== '');
  const event = labels.choices['event']?.[inputText(entry['event'])];
  return (
    <Stack sx={{ gap: 4, p: 5 }}>
      <Facts>
        {event !== undefined && <DescriptionRow label={labels.fields['event'] ?? ''}>{event}</DescriptionRow>}
        <DescriptionRow label={labels.fields['data_table'] ?? ''}>
          {`${entity ? entityLabels(entity, lang).many : inputText(entry['data_table'])} #${inputText(entry['id_value'])}`}
        </DescriptionRow>
        <DescriptionRow label={labels.fields['create_time'] ?? ''}>
          {format.dateTime(Number(entry['create_time'] ?? 0))}
        </DescriptionRow>
        {authorFields.map((name) => (
          <DescriptionRow key={name} label={labels.fields[name] ?? name}>
            {name === 'useragent' ? browserText(inputText(entry[name])) : inputText(entry[name])}
          </DescriptionRow>
        ))}
      </Facts>
      {isDeletion && (
        <Typography variant="h6" component="h3">
          {labels.fields['data']}
        </Typography>
      )}
      {isDeletion ? (
        <DeletedRow entity={entity} data={(asRecord(entry['data']) ?? {}) as WireRow} />
      ) : (
        <FieldChange entity={entity} entry={entry} />
      )}
      <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap' }}>
        {isDeletion && entry['event'] === RECYCLE_LOG_STATUS.deleted && (
          <RestoreButton log={log} id={id} action="restore" />
        )}
        {!isDeletion && <RestoreButton log={log} id={id} action="rollback" />}
        {entity && <RecordBefore entity={entity} entry={entry} />}
      </Stack>
    </Stack>
  );
}

function LogEntryPanel({ log, id, onClose }: PanelProps & { readonly log: AnyEntity }) {
  useLazyTranslations();
  const { t } = useTranslation();
  const lang = useLanguage();
  const { data: entry, error } = dataWatchApi.useLogEntryQuery({ log: log.name, id });
  return (
    <Stack sx={{ height: '100%', overflow: 'auto' }}>
      <Stack direction="row" sx={{ alignItems: 'center', px: 5, py: 3, borderBottom: 1, borderColor: 'divider' }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="caption" sx={{ color: 'text.secondary' }}>
            {`${entityLabels(log, lang).one} · #${id}`}
          </Typography>
          <Typography variant="h3" component="h2" sx={{ overflowWrap: 'anywhere' }}>
            {inputText(entry?.['title'] ?? null)}
          </Typography>
        </Box>
        <IconButton aria-label={t('engine.form.close')} onClick={onClose}>
          <CloseIcon fontSize="small" />
        </IconButton>
      </Stack>
      {error !== undefined && <Alert severity="warning">{'msg' in error ? String(error.msg) : ''}</Alert>}
      {entry === undefined && error === undefined && <Skeleton variant="rounded" height={220} sx={{ m: 5 }} />}
      {entry !== undefined && <EntryDetails log={log} entry={entry} id={id} />}
    </Stack>
  );
}

export const RecycleLogPanel = (props: PanelProps) => <LogEntryPanel {...props} log={recycleLog} />;
export const SensitiveLogPanel = (props: PanelProps) => <LogEntryPanel {...props} log={sensitiveLog} />;
