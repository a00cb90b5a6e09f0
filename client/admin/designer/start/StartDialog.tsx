/** Starts a design: from nothing, a table, SQL text, a record of the CRUD log, a spreadsheet, or an exported definition. */
import Stack from '@mui/material/Stack';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { SHEET_LIMITS } from '../../../../common/sheetLimits';
import type { CreateProps } from '../../../engine/override';
import { fieldErrors, isCallFault } from '../../../shared/api/faults';
import { FormDialog } from '../../../shared/controls/FormDialog';
import { useStartDesignMutation, type StartSource } from '../data/designerApi';
import { DefinitionSource, parseDefinitionText } from './DefinitionSource';
import { ExistingDesign, findExistingDesign } from './ExistingDesign';
import { RecordSource, TableSource } from './SourceSelect';
import { useNameProblem } from './useNameProblem';
import { SheetSource, sheetWidth } from './SheetSource';
import { SqlSource } from './SqlSource';
import type { SourceProps, StartDraft } from './startDraft';

const SOURCES = ['blank', 'table', 'sql', 'record', 'sheet', 'definition'] as const;
type SourceName = StartSource['from'];
const EMPTY: StartDraft = {
  tableName: '',
  chineseName: '',
  table: '',
  sql: '',
  record: null,
  sheet: [],
  definition: '',
};

/** The request; undefined while something is missing. */
function findRequest(from: SourceName, draft: StartDraft): StartSource | undefined {
  const { tableName, chineseName, table, sql, record, sheet } = draft;
  const name = tableName.trim();
  const named = name === '' ? {} : { table_name: name };
  const chinese = chineseName.trim() === '' ? {} : { name_zh: chineseName.trim() };
  if (from === 'blank') return name === '' ? undefined : { from, table_name: name, ...chinese };
  if (from === 'table') return table === '' ? undefined : { from, table, ...named };
  if (from === 'sql') return sql.trim() === '' ? undefined : { from, sql, ...named, ...chinese };
  if (from === 'record') return record === null ? undefined : { from, record };
  if (from === 'definition') {
    const definition = parseDefinitionText(draft.definition);
    return definition === undefined ? undefined : { from, definition };
  }
  const canStart = name !== '' && sheet.length > 0 && sheetWidth(sheet) <= SHEET_LIMITS.columns;
  return !canStart ? undefined : { from, table_name: name, ...chinese, sheet };
}

const SOURCE_INPUTS = {
  table: TableSource,
  sql: SqlSource,
  record: RecordSource,
  sheet: SheetSource,
  definition: DefinitionSource,
} as const;
/** Sources that name their table. */
const NAMED_SOURCES: readonly SourceName[] = ['record', 'definition'];
/** Sources without Chinese names. */
const SOURCES_IN_ENGLISH: readonly SourceName[] = ['blank', 'sql', 'sheet'];

interface TableNameProps extends SourceProps {
  readonly error: string | undefined;
  readonly hasFocus: boolean;
}
function TableNameInput({ draft, onChange, error, hasFocus }: TableNameProps) {
  const { t } = useTranslation();
  return (
    <TextField
      fullWidth
      size="small"
      autoFocus={hasFocus}
      autoComplete="off"
      label={t('designerScreen.start.table_name')}
      helperText={error ?? t('designerScreen.start.table_name_help')}
      error={error !== undefined}
      value={draft.tableName}
      onChange={({ target }) => onChange({ tableName: target.value })}
      slotProps={{ htmlInput: { spellCheck: false } }}
    />
  );
}

function ChineseNameInput({ draft, onChange }: SourceProps) {
  const { t } = useTranslation();
  return (
    <TextField
      fullWidth
      size="small"
      autoComplete="off"
      label={t('designerScreen.start.name_zh')}
      helperText={t('designerScreen.start.name_zh_help')}
      value={draft.chineseName}
      onChange={({ target }) => onChange({ chineseName: target.value })}
      slotProps={{ htmlInput: { maxLength: 60 } }}
    />
  );
}

interface SourceTabsProps {
  readonly source: SourceName;
  readonly onSource: (source: SourceName) => void;
}
function SourceTabs({ source, onSource }: SourceTabsProps) {
  const { t } = useTranslation();
  return (
    <Tabs
      value={source}
      onChange={(_, next: SourceName) => onSource(next)}
      variant="scrollable"
      allowScrollButtonsMobile
      aria-label={t('designerScreen.start.source')}
      sx={{ mb: 4, '& .MuiTab-root': { minWidth: 0, px: 2.5 } }}
    >
      {SOURCES.map((name) => (
        <Tab key={name} value={name} label={t(`designerScreen.start.sources.${name}`)} />
      ))}
    </Tabs>
  );
}

const StartError = ({ message }: { readonly message: string }) => (
  <Typography role="alert" color="error" sx={{ overflowWrap: 'anywhere' }}>
    {message}
  </Typography>
);

export function StartDialog({ onClose }: CreateProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [from, setFrom] = useState<SourceName>('blank');
  const [draft, setDraft] = useState(EMPTY);
  const [start, { isLoading, error, reset }] = useStartDesignMutation();
  const request = findRequest(from, draft);
  const onChange = (change: Partial<StartDraft>) => {
    reset();
    // A file is read while other inputs change.
    setDraft((current) => ({ ...current, ...change }));
  };
  const choose = (next: SourceName) => {
    reset();
    setFrom(next);
  };
  const state = from === 'definition' ? { view: 'changes' } : undefined;
  const open = (id: number) => void navigate(`${pathname}/${id}`, { replace: true, state });
  const submit = async (options: { readonly replace?: true } = {}) => {
    if (request === undefined) return;
    const { data: id } = await start({ ...request, ...options });
    if (id !== undefined) open(id);
  };
  const { table_name: refusedName, sheet: sheetError } = fieldErrors(error);
  const isNamed = NAMED_SOURCES.includes(from);
  const nameProblem = useNameProblem(isNamed ? '' : draft.tableName.trim());
  const nameError = nameProblem ?? refusedName;
  const existing = findExistingDesign(error);
  const message = nameError === undefined && isCallFault(error) ? (sheetError ?? error.msg) : '';
  const SourceInput = from === 'blank' ? undefined : SOURCE_INPUTS[from];
  return (
    <FormDialog
      isWide
      title={t('designerScreen.start.title')}
      submitLabel={t('designerScreen.start.submit')}
      onSubmit={() => submit()}
      onClose={onClose}
      isBusy={isLoading}
      disabled={request === undefined || nameProblem !== undefined}
    >
      <SourceTabs source={from} onSource={choose} />
      <Stack sx={{ gap: 4, pt: 1 }}>
        {SourceInput && <SourceInput draft={draft} onChange={onChange} />}
        {!isNamed && <TableNameInput draft={draft} onChange={onChange} error={nameError} hasFocus={from === 'blank'} />}
        {SOURCES_IN_ENGLISH.includes(from) && <ChineseNameInput draft={draft} onChange={onChange} />}
        {existing !== undefined && (
          <ExistingDesign
            message={message}
            onOpen={() => open(existing)}
            onReplace={() => void submit({ replace: true })}
          />
        )}
        {message !== '' && existing === undefined && <StartError message={message} />}
      </Stack>
    </FormDialog>
  );
}
