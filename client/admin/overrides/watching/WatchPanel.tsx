/** One line of a watching log, whole: what was deleted, or what a field was before and after, and the way back. */
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
import { RECYCLING, recycleLog } from '../../../../common/entities/recycleLog';
import { sensitiveLog } from '../../../../common/entities/sensitiveLog';
import type { AnyEntity } from '../../../../common/entity/entity';
import { findColumn, columnsOf } from '../../../../common/entity/columns';
import type { WireRow } from '../../../../common/entity/projectRow';
import { entityLabels } from '../../../../common/locales/entityLabels';
import { useEngine } from '../../../engine/engineContext';
import { EmptyCell } from '../../../engine/fieldTypes/cells/cells';
import { fieldTypeOf } from '../../../engine/fieldTypes/index';
import { inputText } from '../../../engine/fieldTypes/inputs/TextInput';
import type { PanelProps } from '../../../engine/override';
import { rowsApi } from '../../../engine/data/rowsApi';
import { usePermissions } from '../../../engine/usePermissions';
import { useFormatters } from '../../../shared/i18n/format';
import { useLanguage } from '../../../shared/i18n/i18n';
import { asRecord } from '../../../../common/json';
import { choicesApi } from './choicesApi';

const COVERED = /^•+$/;
/** A value as its own noun shows it; what is covered, or no such value any more, as it was noted. */
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
  if (!entity || !column || COVERED.test(inputText(value)) || column.kind === 'text')
    return <>{typeof value === 'object' ? JSON.stringify(value) : inputText(value)}</>;
  const { Cell } = fieldTypeOf(column.kind);
  return <Cell entity={entity} column={column} value={value} row={row} />;
}

const Fact = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
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

function Data({ noun, data }: { readonly noun: AnyEntity | undefined; readonly data: WireRow }) {
  const lang = useLanguage();
  const words = noun && entityLabels(noun, lang).fields;
  const names = noun ? [...columnsOf(noun).keys()].filter((name) => Object.hasOwn(data, name)) : Object.keys(data);
  return (
    <Facts label={entityLabels(recycleLog, lang).fields['data'] ?? ''}>
      {names.map((name) => (
        <Fact key={name} label={words?.[name] ?? name}>
          <Value entity={noun} name={name} row={data} />
        </Fact>
      ))}
    </Facts>
  );
}

function Change({ noun, line }: { readonly noun: AnyEntity | undefined; readonly line: WireRow }) {
  const lang = useLanguage();
  const words = entityLabels(sensitiveLog, lang).fields;
  const field = inputText(line['data_field']);
  const side = (name: 'before' | 'after') => ({ [field]: line[name] ?? null });
  return (
    <Facts>
      <Fact label={words['data_field'] ?? ''}>{(noun && entityLabels(noun, lang).fields[field]) ?? field}</Fact>
      {(['before', 'after'] as const).map((name) => (
        <Fact key={name} label={words[name] ?? name}>
          {Object.hasOwn(line, name) ? <Value entity={noun} name={field} row={side(name)} /> : '••••'}
        </Fact>
      ))}
    </Facts>
  );
}

/** The verb of a log, by which the line's row comes back. */
function WayBack({ log, id, action }: { readonly log: AnyEntity; readonly id: number; readonly action: string }) {
  const lang = useLanguage();
  const { canRunAction: mayAct } = usePermissions(log);
  const [act, { isLoading }] = rowsApi.useActMutation();
  const word = entityLabels(log, lang).actions[action] ?? action;
  if (!mayAct(action)) return null;
  return (
    <Button
      variant="contained"
      loading={isLoading}
      onClick={() => void act({ e: log.name, id, action, announce: true })}
    >
      {word}
    </Button>
  );
}

function Line({ log, line, id }: { readonly log: AnyEntity; readonly line: WireRow; readonly id: number }) {
  const lang = useLanguage();
  const format = useFormatters();
  const { registry } = useEngine();
  const words = entityLabels(log, lang);
  const noun = registry.get(inputText(line['data_table']));
  const isDeletion = log === recycleLog;
  const told = ['username', 'ip', 'useragent'].filter((name) => inputText(line[name]) !== '');
  const event = words.choices['event']?.[inputText(line['event'])];
  return (
    <Stack sx={{ gap: 4, p: 5 }}>
      <Facts>
        {event !== undefined && <Fact label={words.fields['event'] ?? ''}>{event}</Fact>}
        <Fact label={words.fields['data_table'] ?? ''}>
          {`${noun ? entityLabels(noun, lang).many : inputText(line['data_table'])} #${inputText(line['id_value'])}`}
        </Fact>
        <Fact label={words.fields['create_time'] ?? ''}>{format.dateTime(Number(line['create_time'] ?? 0))}</Fact>
        {told.map((name) => (
          <Fact key={name} label={words.fields[name] ?? name}>
            {inputText(line[name])}
          </Fact>
        ))}
      </Facts>
      {isDeletion && (
        <Typography variant="h6" component="h3">
          {words.fields['data']}
        </Typography>
      )}
      {isDeletion ? (
        <Data noun={noun} data={(asRecord(line['data']) ?? {}) as WireRow} />
      ) : (
        <Change noun={noun} line={line} />
      )}
      <Box>
        {isDeletion && line['event'] === RECYCLING.deleted && <WayBack log={log} id={id} action="restore" />}
        {!isDeletion && <WayBack log={log} id={id} action="rollback" />}
      </Box>
    </Stack>
  );
}

function WatchPanel({ log, id, onClose }: PanelProps & { readonly log: AnyEntity }) {
  const { t } = useTranslation();
  const lang = useLanguage();
  const { data: line, error } = choicesApi.useWatchedLineQuery({ log: log.name, id });
  return (
    <Stack sx={{ height: '100%', overflow: 'auto' }}>
      <Stack direction="row" sx={{ alignItems: 'center', px: 5, py: 3, borderBottom: 1, borderColor: 'divider' }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="caption" sx={{ color: 'text.secondary' }}>
            {`${entityLabels(log, lang).one} · #${id}`}
          </Typography>
          <Typography variant="h3" component="h2" sx={{ overflowWrap: 'anywhere' }}>
            {inputText(line?.['title'] ?? null)}
          </Typography>
        </Box>
        <IconButton aria-label={t('engine.form.close')} onClick={onClose}>
          <CloseIcon fontSize="small" />
        </IconButton>
      </Stack>
      {error !== undefined && <Alert severity="warning">{'msg' in error ? String(error.msg) : ''}</Alert>}
      {line === undefined && error === undefined && <Skeleton variant="rounded" height={220} sx={{ m: 5 }} />}
      {line !== undefined && <Line log={log} line={line} id={id} />}
    </Stack>
  );
}

export const RecyclePanel = (props: PanelProps) => <WatchPanel {...props} log={recycleLog} />;
export const SensitivePanel = (props: PanelProps) => <WatchPanel {...props} log={sensitiveLog} />;
