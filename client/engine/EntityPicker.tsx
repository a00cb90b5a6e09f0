/** Chooses rows of another entity by name, searching on the server and fetching more as one scrolls. */
import Autocomplete, { type AutocompleteRenderInputParams } from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import Box from '@mui/material/Box';
import { useMemo, useRef, useState, type HTMLAttributes, type Key, type UIEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../common/entity/entity';
import { PERSON_COLOURS } from '../shared/tokens';
import { PersonAvatar } from '../ui/PersonAvatar';
import { useEntityNamed } from './engineContext';
import type { Searched } from './liveList';
import { rowsApi, type Face, type Pick } from './rowsApi';
import { useDebounced } from './useDebounced';
import { useFormat } from '../shared/format';
import { useFullUrl } from '../shared/useFullUrl';
import { useLaterWords } from '../shared/useLaterWords';
import { useSayTitle } from './useSayTitle';
import { useTitles } from './useTitles';

const STEP = 20;
const MOST = 200;
/** Pixels above the end of the list at which more is asked for. */
const NEAR = 60;

interface EntityPickerProps {
  /** Name of the entity to choose from. */
  readonly to: string;
  readonly ids: readonly number[];
  readonly onChange: (ids: readonly number[]) => void;
  readonly multiple: boolean;
  readonly id: string;
  /** Names the input where no visible label does. */
  readonly label?: string;
  readonly describedBy?: string | undefined;
  readonly disabled?: boolean;
  readonly invalid?: boolean;
  /** A row that may not be chosen. */
  readonly except?: number | null;
  /** Only rows whose list holds a value. */
  readonly only?: { readonly field: string; readonly has: number } | undefined;
}

function faceOf({ spec }: AnyEntity): Face {
  const to = spec.fields[spec.pickerColumns?.hint ?? '']?.options.to;
  return { ...spec.pickerColumns, ...(to === undefined ? {} : { to }) };
}

const holding = ({ field, has }: { readonly field: string; readonly has: number }) => ({
  'search[0][field]': field,
  'search[0][operator]': 'FIND_IN_SET',
  'search[0][val]': has,
});

interface Wanted {
  readonly text: string;
  /** The whole table is searched, not only its newest rows. */
  readonly all: boolean;
  readonly limit: number;
  readonly open: boolean;
  readonly only: EntityPickerProps['only'];
}
function useOptions(to: string, { text, all, limit, open, only }: Wanted) {
  const entity = useEntityNamed(to);
  const q = useDebounced(text.trim(), 200);
  const args = useMemo(
    () => ({
      e: to,
      title: entity?.spec.title ?? 'id',
      ...(entity?.spec.pickerColumns ? { face: faceOf(entity) } : {}),
      params: {
        ...{ page: 1, limit },
        ...(q === '' ? {} : { quick_search: q, ...(all ? { search_all: true } : {}) }),
        ...(only ? holding(only) : {}),
      },
    }),
    [to, entity, limit, q, all, only],
  );
  const { data, isFetching } = rowsApi.useSelectQuery(args, { skip: !open || entity === undefined });
  return { picks: data?.picks ?? [], total: data?.total ?? 0, searched: data?.searched, isFetching };
}

interface InputLook {
  readonly label: string | undefined;
  readonly describedBy: string | undefined;
  readonly invalid: boolean;
  readonly placeholder: string;
}
const inputWith = ({ label, describedBy, invalid, placeholder }: InputLook) =>
  function PickerInput({ slotProps, ...params }: AutocompleteRenderInputParams) {
    const htmlInput = {
      ...slotProps.htmlInput,
      ...(label === undefined ? {} : { 'aria-label': label }),
      ...(describedBy === undefined ? {} : { 'aria-describedby': describedBy }),
    };
    return (
      <TextField
        {...params}
        error={invalid}
        placeholder={placeholder}
        slotProps={{ input: slotProps.input, htmlInput }}
      />
    );
  };

/** A person or thing as one knows it: picture, name, and what tells namesakes apart. */
const optionWith = (pictured: boolean, fullUrl: (path: string) => string) =>
  function FaceOption({ key, ...rest }: HTMLAttributes<HTMLLIElement> & { readonly key: Key }, pick: Pick) {
    return (
      <Box component="li" key={key} {...rest} sx={{ gap: 2 }}>
        {pictured && pick.id > 0 && (
          <PersonAvatar
            id={pick.id}
            name={pick.title}
            src={fullUrl(pick.picture ?? '')}
            size={24}
            colours={PERSON_COLOURS}
          />
        )}
        <Box component="span" sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' }}>
          {pick.title}
        </Box>
        {pick.hint !== undefined && (
          <Box component="span" sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
            {pick.hint}
          </Box>
        )}
      </Box>
    );
  };

/** Stands at the end of what the newest rows gave: choosing it searches all of them. */
const SEARCH_ALL = -1;

/** What is typed, which stays in the input when the whole table is asked for instead of a row. */
function useTyping() {
  const [text, setText] = useState('');
  const [shown, setShown] = useState('');
  const [all, setAll] = useState(false);
  const staying = useRef(false);
  return {
    text,
    shown,
    all,
    type: (next: string, reason: string) => {
      setShown(next);
      if (reason === 'selectOption') return; // whether a row was chosen is told next
      setText(reason === 'input' ? next : '');
      setAll(false);
    },
    searchAll: () => {
      staying.current = true;
      setShown(text);
      setAll(true);
    },
    chosen: () => setText(''),
    /** Whether the list is to stay open, asked once. */
    stays: () => {
      const stay = staying.current;
      staying.current = false;
      return stay;
    },
  };
}

function useSearchAll(searched: Searched | undefined): readonly Pick[] {
  useLaterWords();
  const { t } = useTranslation();
  const format = useFormat();
  if (searched === undefined) return [];
  const said = t('views.searched', { shown: format.number(searched.newest) });
  return [{ id: SEARCH_ALL, title: `${said} — ${t('views.search_all')}` }];
}

/** Everything both pickers share, for one row and for several. */
function usePicker(props: EntityPickerProps) {
  const { to, ids, id, label, describedBy, disabled = false, invalid = false, except = null, only } = props;
  const { t } = useTranslation();
  const typing = useTyping();
  const { text, all } = typing;
  const [limit, setLimit] = useState(STEP);
  const [open, setOpen] = useState(false);
  const { picks, total, searched, isFetching } = useOptions(to, { text, all, limit, open, only });
  const onScroll = ({ currentTarget: list }: UIEvent<HTMLElement>) => {
    const atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < NEAR;
    if (atEnd && !isFetching && total > picks.length && limit < MOST) setLimit(limit + STEP);
  };
  const say = useSayTitle(to);
  const face = useEntityNamed(to)?.spec.pickerColumns;
  const fullUrl = useFullUrl();
  const placeholder = ids.length === 0 ? t('engine.field.picking') : '';
  const more = useSearchAll(searched);
  const common = {
    id,
    open,
    disabled,
    size: 'small' as const,
    fullWidth: true,
    inputValue: typing.shown,
    options: [...picks.map((pick): Pick => ({ ...pick, title: say(pick.title) })), ...more],
    loading: isFetching,
    loadingText: t('engine.list.loading'),
    noOptionsText: t('engine.field.no_options'),
    filterOptions: (options: Pick[]) => options,
    getOptionLabel: (pick: Pick) => pick.title,
    getOptionKey: (pick: Pick) => pick.id,
    getOptionDisabled: (pick: Pick) => pick.id === except,
    isOptionEqualToValue: (a: Pick, b: Pick) => a.id === b.id,
    onOpen: () => setOpen(true),
    onClose: () => {
      if (typing.stays()) return;
      setOpen(false);
      setLimit(STEP);
    },
    onInputChange: (_: unknown, next: string, reason: string) => typing.type(next, reason),
    ...(face ? { renderOption: optionWith(face.picture !== undefined, fullUrl) } : {}),
    renderInput: inputWith({ label, describedBy, invalid, placeholder }),
    slotProps: { listbox: { onScroll } },
    sx: { '& .MuiAutocomplete-inputRoot': { py: '2px !important', minHeight: 36 } },
  };
  /** Hands on what was chosen, unless that was to search further. */
  const choose = (value: readonly Pick[]) => {
    if (value.some((pick) => pick.id === SEARCH_ALL)) {
      typing.searchAll();
      return;
    }
    typing.chosen();
    props.onChange(value.map((pick) => pick.id));
  };
  return { common, choose };
}

export function EntityPicker(props: EntityPickerProps) {
  const { to, ids, multiple } = props;
  const { t } = useTranslation();
  const { common, choose } = usePicker(props);
  const titles = useTitles(to, ids);
  const said = JSON.stringify(ids.map((id) => [id, titles[id] ?? t('engine.field.unknown_row', { id })]));
  // The same list for as long as it says the same: another one would empty the input under the hands of who types.
  const chosen = useMemo(
    () => (JSON.parse(said) as [number, string][]).map(([id, title]): Pick => ({ id, title })), // printed on the line above
    [said],
  );
  return multiple ? (
    <Autocomplete
      {...common}
      multiple
      disableCloseOnSelect
      filterSelectedOptions
      value={chosen}
      onChange={(_, value) => choose(value)}
    />
  ) : (
    <Autocomplete {...common} value={chosen[0] ?? null} onChange={(_, value) => choose(value ? [value] : [])} />
  );
}
