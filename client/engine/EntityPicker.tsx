/** Picker of rows of another entity by title, with server search and loading on scroll. */
import Autocomplete, { type AutocompleteRenderInputParams } from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import Box from '@mui/material/Box';
import { useMemo, useRef, useState, type HTMLAttributes, type Key, type UIEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../common/entity/entity';
import { filterFuzzyMatches } from '../../common/query/fuzzyMatch';
import { PERSON_COLORS } from '../shared/theme/designTokens';
import { PersonAvatar } from '../ui/PersonAvatar';
import { useEntity } from './engineContext';
import type { PartialSearch } from './data/liveList';
import { rowsApi, type PickerColumns, type PickerOption } from './data/rowsApi';
import { useDebouncedValue } from '../shared/app/useDebouncedValue';
import { useFormatters } from '../shared/i18n/format';
import { useFullUrl } from '../shared/app/useFullUrl';
import { useLazyTranslations } from '../shared/i18n/useLazyTranslations';
import { useTranslateTitle } from './data/useTranslateTitle';
import { useTitles } from './data/useTitles';

const PAGE_SIZE = 20;
const MAX_OPTIONS = 200;
/** Distance from the end of the list in pixels that loads more options. */
const SCROLL_THRESHOLD_PX = 60;

interface EntityPickerProps {
  /** Entity to choose from. */
  readonly to: string;
  readonly ids: readonly number[];
  readonly onChange: (ids: readonly number[]) => void;
  readonly isMultiple: boolean;
  readonly id: string;
  /** Accessible name where there is no visible label. */
  readonly label?: string;
  readonly describedBy?: string | undefined;
  readonly disabled?: boolean;
  readonly invalid?: boolean;
  /** A row that cannot be chosen. */
  readonly disabledId?: number | null;
  /** Only rows whose list field contains a value. */
  readonly onlyContaining?: { readonly field: string; readonly has: number } | undefined;
}

function getPickerColumns({ spec }: AnyEntity): PickerColumns {
  const to = spec.fields[spec.pickerColumns?.hint ?? '']?.options.to;
  return { ...spec.pickerColumns, ...(to === undefined ? {} : { to }) };
}

const containsFilter = ({ field, has }: { readonly field: string; readonly has: number }) => ({
  'search[0][field]': field,
  'search[0][operator]': 'FIND_IN_SET',
  'search[0][val]': has,
});

interface OptionsQuery {
  readonly text: string;
  /** Searches the whole table, not only the newest rows. */
  readonly searchesAll: boolean;
  readonly limit: number;
  readonly isOpen: boolean;
  readonly onlyContaining: EntityPickerProps['onlyContaining'];
}
type OptionRequest = Pick<OptionsQuery, 'searchesAll' | 'limit' | 'onlyContaining'> & { readonly q: string };
function useOptionArgs(to: string, { q, searchesAll, limit, onlyContaining }: OptionRequest) {
  const entity = useEntity(to);
  return useMemo(
    () => ({
      e: to,
      title: entity?.spec.title ?? 'id',
      ...(entity?.spec.pickerColumns ? { pickerColumns: getPickerColumns(entity) } : {}),
      params: {
        page: 1,
        limit,
        ...(q === '' ? {} : { quick_search: q, ...(searchesAll ? { search_all: true } : {}) }),
        ...(onlyContaining ? containsFilter(onlyContaining) : {}),
      },
    }),
    [to, entity, limit, q, searchesAll, onlyContaining],
  );
}

/** A text without a match is compared with the titles of this many rows, typing errors allowed. */
const SIMILAR_CANDIDATES = 200;
const SIMILAR_SHOWN = 10;
interface SimilarQuery {
  readonly q: string;
  readonly isMissing: boolean;
  readonly onlyContaining: OptionsQuery['onlyContaining'];
}
function useSimilarOptions(to: string, { q, isMissing, onlyContaining }: SimilarQuery): readonly PickerOption[] {
  const args = useOptionArgs(to, { q: '', searchesAll: false, limit: SIMILAR_CANDIDATES, onlyContaining });
  const { data } = rowsApi.useSelectQuery(args, { skip: !isMissing });
  return useMemo(
    () => (isMissing ? filterFuzzyMatches(data?.options ?? [], q, ({ title }) => title).slice(0, SIMILAR_SHOWN) : []),
    [data, q, isMissing],
  );
}

function useOptions(to: string, { text, searchesAll, limit, isOpen, onlyContaining }: OptionsQuery) {
  const entity = useEntity(to);
  const q = useDebouncedValue(text.trim(), 200);
  const args = useOptionArgs(to, { q, searchesAll, limit, onlyContaining });
  const { data, isFetching } = rowsApi.useSelectQuery(args, { skip: !isOpen || entity === undefined });
  const isMissing = isOpen && q !== '' && !isFetching && data?.options.length === 0;
  const similarOptions = useSimilarOptions(to, { q, isMissing, onlyContaining });
  const fetchedOptions = isMissing ? similarOptions : (data?.options ?? []);
  return { fetchedOptions, total: data?.total ?? 0, searched: data?.searched, isFetching };
}

interface InputAppearance {
  readonly label: string | undefined;
  readonly describedBy: string | undefined;
  readonly invalid: boolean;
  readonly placeholder: string;
}
const createInputRenderer = ({ label, describedBy, invalid, placeholder }: InputAppearance) =>
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

/** An option with image, title and hint. */
const createOptionRenderer = (hasPicture: boolean, fullUrl: (path: string) => string) =>
  function PickerOptionItem(
    { key, ...rest }: HTMLAttributes<HTMLLIElement> & { readonly key: Key },
    option: PickerOption,
  ) {
    return (
      <Box component="li" key={key} {...rest} sx={{ gap: 2 }}>
        {hasPicture && option.id > 0 && (
          <PersonAvatar
            id={option.id}
            name={option.title}
            src={fullUrl(option.picture ?? '')}
            size={24}
            colors={PERSON_COLORS}
          />
        )}
        <Box component="span" sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' }}>
          {option.title}
        </Box>
        {option.hint !== undefined && (
          <Box component="span" sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
            {option.hint}
          </Box>
        )}
      </Box>
    );
  };

/** Id of the last option, which extends a partial search to all rows. */
const SEARCH_ALL = -1;

/** State of the search text. It stays in the input when the search is extended. */
function useSearchText() {
  const [text, setText] = useState('');
  const [displayedText, setDisplayedText] = useState('');
  const [searchesAll, setSearchesAll] = useState(false);
  const keepsOpen = useRef(false);
  return {
    text,
    displayedText,
    searchesAll,
    type: (next: string, reason: string) => {
      setDisplayedText(next);
      if (reason === 'selectOption') return; // MUI reports the chosen option in the next call
      setText(reason === 'input' ? next : '');
      setSearchesAll(false);
    },
    searchAll: () => {
      keepsOpen.current = true;
      setDisplayedText(text);
      setSearchesAll(true);
    },
    chosen: () => setText(''),
    /** Whether the list stays open once, after the search was extended. */
    takeKeepOpen: () => {
      const shouldStay = keepsOpen.current;
      keepsOpen.current = false;
      return shouldStay;
    },
  };
}

function useSearchAllOption(searched: PartialSearch | undefined): readonly PickerOption[] {
  useLazyTranslations();
  const { t } = useTranslation();
  const format = useFormatters();
  if (searched === undefined) return [];
  const searchedText = t('savedViews.searched', { shown: format.number(searched.newest) });
  return [{ id: SEARCH_ALL, title: `${searchedText} — ${t('savedViews.search_all')}` }];
}

const OPTION_PROPS = {
  size: 'small' as const,
  fullWidth: true,
  filterOptions: (options: PickerOption[]) => options,
  getOptionLabel: (option: PickerOption) => option.title,
  getOptionKey: (option: PickerOption) => option.id,
  isOptionEqualToValue: (a: PickerOption, b: PickerOption) => a.id === b.id,
  sx: { '& .MuiAutocomplete-inputRoot': { py: '2px !important', minHeight: 36 } },
};

/** Props shared by the single and the multiple picker. */
function usePicker(props: EntityPickerProps) {
  const { to, ids, id, label, describedBy, onlyContaining } = props;
  const { disabled = false, invalid = false, disabledId = null } = props;
  const { t } = useTranslation();
  const search = useSearchText();
  const { text, searchesAll } = search;
  const [limit, setLimit] = useState(PAGE_SIZE);
  const [isOpen, setIsOpen] = useState(false);
  const { fetchedOptions, total, searched, isFetching } = useOptions(to, {
    text,
    searchesAll,
    limit,
    isOpen,
    onlyContaining,
  });
  const onScroll = ({ currentTarget: list }: UIEvent<HTMLElement>) => {
    const isNearEnd = list.scrollHeight - list.scrollTop - list.clientHeight < SCROLL_THRESHOLD_PX;
    if (isNearEnd && !isFetching && total > fetchedOptions.length && limit < MAX_OPTIONS) setLimit(limit + PAGE_SIZE);
  };
  const translateTitle = useTranslateTitle(to);
  const pickerColumns = useEntity(to)?.spec.pickerColumns;
  const fullUrl = useFullUrl();
  const placeholder = ids.length === 0 ? t('engine.field.picking') : '';
  const searchAllOptions = useSearchAllOption(searched);
  const common = {
    id,
    open: isOpen,
    disabled,
    ...OPTION_PROPS,
    inputValue: search.displayedText,
    options: [
      ...fetchedOptions.map((option): PickerOption => ({ ...option, title: translateTitle(option.title) })),
      ...searchAllOptions,
    ],
    loading: isFetching,
    loadingText: t('engine.list.loading'),
    noOptionsText: t('engine.field.no_options'),
    getOptionDisabled: (option: PickerOption) => option.id === disabledId,
    onOpen: () => setIsOpen(true),
    onClose: () => {
      if (search.takeKeepOpen()) return;
      setIsOpen(false);
      setLimit(PAGE_SIZE);
    },
    onInputChange: (_: unknown, next: string, reason: string) => search.type(next, reason),
    ...(pickerColumns ? { renderOption: createOptionRenderer(pickerColumns.picture !== undefined, fullUrl) } : {}),
    renderInput: createInputRenderer({ label, describedBy, invalid, placeholder }),
    slotProps: { listbox: { onScroll } },
  };
  /** Reports the chosen rows, or extends the search. */
  const handleChange = (value: readonly PickerOption[]) => {
    if (value.some((option) => option.id === SEARCH_ALL)) {
      search.searchAll();
      return;
    }
    search.chosen();
    props.onChange(value.map((option) => option.id));
  };
  return { common, handleChange };
}

export function EntityPicker(props: EntityPickerProps) {
  const { to, ids, isMultiple } = props;
  const { t } = useTranslation();
  const { common, handleChange } = usePicker(props);
  const titles = useTitles(to, ids);
  const optionsKey = JSON.stringify(ids.map((id) => [id, titles[id] ?? t('engine.field.unknown_row', { id })]));
  // Keep array identity: a new array resets the Autocomplete input while typing.
  const selectedOptions = useMemo(
    () => (JSON.parse(optionsKey) as [number, string][]).map(([id, title]): PickerOption => ({ id, title })), // serialized above
    [optionsKey],
  );
  return isMultiple ? (
    <Autocomplete
      {...common}
      multiple
      disableCloseOnSelect
      filterSelectedOptions
      value={selectedOptions}
      onChange={(_, value) => handleChange(value)}
    />
  ) : (
    <Autocomplete
      {...common}
      value={selectedOptions[0] ?? null}
      onChange={(_, value) => handleChange(value ? [value] : [])}
    />
  );
}
