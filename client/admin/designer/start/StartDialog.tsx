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
import { labelOfName } from '../../../../common/designer/palette';
import type { Lang } from '../../../../common/lang';
import { truncate } from '../../../../common/text/normalize';
import type { CreateProps } from '../../../engine/override';
import { fieldErrors, isCallFault } from '../../../shared/api/faults';
import { useLanguage } from '../../../shared/i18n/i18n';
import { FormDialog } from '../../../shared/controls/FormDialog';
import { useStartDesignMutation, type StartSource } from '../data/designerApi';
import { DefinitionSource, parseDefinitionText } from './DefinitionSource';
import { ExistingDesign, findExistingDesign } from './ExistingDesign';
import { RecordSource, TableSource } from './SourceSelect';
import { useNameProblem } from './useNameProblem';
import { SheetSource, sheetWidth } from './SheetSource';
import { SqlSource } from './SqlSource';
import type { SourceProps, StartDraft } from './startDraft';

const NAME_MAX = 58;
const SOURCES = ['blank', 'table', 'sql', 'record', 'sheet', 'definition'] as const;
type SourceName = StartSource['from'];
const EMPTY: StartDraft = {
  tableName: '',
  name: '',
  otherName: '',
  table: '',
  sql: '',
  record: null,
  sheet: [],
  definition: '',
};

/** The names in both languages; for an English reader, the name of the table gives the English one. */
function findNames(draft: StartDraft, lang: Lang): { readonly name_en?: string; readonly name_zh?: string } {
  const [typed, other] = [draft.name.trim(), draft.otherName.trim()];
  const [english, chinese] = lang === 'en' ? [typed || defaultName(draft), other] : [other, typed];
  return { ...(english !== '' && { name_en: english }), ...(chinese !== '' && { name_zh: chinese }) };
}
const defaultName = ({ tableName }: StartDraft): string => truncate(labelOfName(tableName.trim()), NAME_MAX);

/** The request; undefined while something is missing. */
function findRequest(from: SourceName, draft: StartDraft, lang: Lang): StartSource | undefined {
  const { tableName, table, sql, record, sheet } = draft;
  const name = tableName.trim();
  const named = name === '' ? {} : { table_name: name };
  const names = findNames(draft, lang);
  if (from === 'blank') return name === '' ? undefined : { from, table_name: name, ...names };
  if (from === 'table') return table === '' ? undefined : { from, table, ...named };
  if (from === 'sql') return sql.trim() === '' ? undefined : { from, sql, ...named, ...names };
  if (from === 'record') return record === null ? undefined : { from, record };
  if (from === 'definition') {
    const definition = parseDefinitionText(draft.definition);
    return definition === undefined ? undefined : { from, definition };
  }
  const canStart = name !== '' && sheet.length > 0 && sheetWidth(sheet) <= SHEET_LIMITS.columns;
  return !canStart ? undefined : { from, table_name: name, ...names, sheet };
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
/** Sources whose record is named here. */
const SOURCES_WITH_NAMES: readonly SourceName[] = ['blank', 'sql', 'sheet'];

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

function NameInputs({ draft, onChange }: SourceProps) {
  const { t } = useTranslation();
  const placeholder = useLanguage() === 'en' ? defaultName(draft) : '';
  return (['name', 'otherName'] as const).map((name) => (
    <TextField
      key={name}
      fullWidth
      size="small"
      autoComplete="off"
      label={t(name === 'name' ? 'designerScreen.start.name' : 'designerScreen.start.name_other')}
      helperText={t(name === 'name' ? 'designerScreen.start.name_help' : 'designerScreen.start.name_other_help')}
      value={draft[name]}
      onChange={({ target }) => onChange({ [name]: target.value })}
      {...(name === 'name' ? { placeholder } : {})}
      slotProps={{ htmlInput: { maxLength: NAME_MAX } }}
    />
  ));
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
  const request = findRequest(from, draft, useLanguage());
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
        {SOURCES_WITH_NAMES.includes(from) && <NameInputs draft={draft} onChange={onChange} />}
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
