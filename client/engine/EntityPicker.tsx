/** Chooses rows of another entity by name, searching on the server and fetching more as one scrolls. */
import Autocomplete, { type AutocompleteRenderInputParams } from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useMemo, useState, type UIEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useEntityNamed } from './engineContext';
import { rowsApi, type Pick } from './rowsApi';
import { useDebounced } from './useDebounced';
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
}

function useOptions(to: string, text: string, limit: number, open: boolean) {
  const entity = useEntityNamed(to);
  const q = useDebounced(text.trim(), 200);
  const args = useMemo(
    () => ({
      e: to,
      title: entity?.spec.title ?? 'id',
      params: { page: 1, limit, ...(q === '' ? {} : { quick_search: q }) },
    }),
    [to, entity, limit, q],
  );
  const { data, isFetching } = rowsApi.useSelectQuery(args, { skip: !open || entity === undefined });
  return { picks: data?.picks ?? [], total: data?.total ?? 0, isFetching };
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

/** Everything both pickers share, for one row and for several. */
function usePicker(props: EntityPickerProps) {
  const { to, ids, id, label, describedBy, disabled = false, invalid = false, except = null } = props;
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [limit, setLimit] = useState(STEP);
  const [open, setOpen] = useState(false);
  const { picks, total, isFetching } = useOptions(to, text, limit, open);
  const onScroll = ({ currentTarget: list }: UIEvent<HTMLElement>) => {
    const atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < NEAR;
    if (atEnd && !isFetching && total > picks.length && limit < MOST) setLimit(limit + STEP);
  };
  const placeholder = ids.length === 0 ? t('engine.field.picking') : '';
  return {
    id,
    open,
    disabled,
    size: 'small' as const,
    fullWidth: true,
    options: picks,
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
      setOpen(false);
      setLimit(STEP);
    },
    onInputChange: (_: unknown, next: string, reason: string) => setText(reason === 'input' ? next : ''),
    renderInput: inputWith({ label, describedBy, invalid, placeholder }),
    slotProps: { listbox: { onScroll } },
    sx: { '& .MuiAutocomplete-inputRoot': { py: '2px !important', minHeight: 36 } },
  };
}

export function EntityPicker(props: EntityPickerProps) {
  const { to, ids, onChange, multiple } = props;
  const { t } = useTranslation();
  const common = usePicker(props);
  const titles = useTitles(to, ids);
  const titleOf = (id: number) => titles[id] ?? t('engine.field.unknown_row', { id });
  const chosen = ids.map((id): Pick => ({ id, title: titleOf(id) }));
  return multiple ? (
    <Autocomplete
      {...common}
      multiple
      disableCloseOnSelect
      filterSelectedOptions
      value={chosen}
      onChange={(_, value) => onChange(value.map((pick) => pick.id))}
    />
  ) : (
    <Autocomplete {...common} value={chosen[0] ?? null} onChange={(_, value) => onChange(value ? [value.id] : [])} />
  );
}
