/** References to rows of other entities, shown and chosen by title. */
import { EntityPicker } from '../EntityPicker';
import { splitList } from './filterText';
import { referencedIds, useTitles } from '../data/useTitles';
import { useAppSelector } from '../../shared/app/createStore';
import { useEntity } from '../engineContext';
import { EmptyCell, MaskedText, PlainText } from './cells/cells';
import { PersonName } from './cells/PersonName';
import { inputText } from './inputs/TextInput';
import type { CellProps, FilterProps, InputProps, FieldType } from './fieldType';
import { useId } from 'react';
import { useBootstrap } from '../../shared/api/bootstrap';

const ADMIN_ENTITY = 'admin';

/** Texts of the rows: their titles, else their ids; undefined for a row of an entity that the user may not read, apart from the user's own. */
function useReferenceTexts(to: string, ids: readonly number[]): readonly (string | undefined)[] {
  const titles = useTitles(to, ids);
  const { entities, admin } = useBootstrap();
  const untitled = (id: number) => {
    if (entities[to] !== undefined) return `#${id}`;
    return to === ADMIN_ENTITY && id === admin.id ? admin.nickname : undefined;
  };
  return ids.map((id) => titles[id] ?? untitled(id));
}
const isText = (text: string | undefined): text is string => text !== undefined;

function RefCell({ column, value }: CellProps) {
  const [id] = referencedIds(value);
  const { to = '' } = column.options;
  const [title] = useReferenceTexts(to, id === undefined ? [] : [id]);
  const picture = useEntity(to)?.spec.pickerColumns?.picture;
  const row = useAppSelector((state) => (id === undefined ? undefined : state.entities.rows[to]?.[id]?.row));
  if (id === undefined) return <EmptyCell />;
  if (title === undefined) return <MaskedText />;
  if (picture === undefined) return <PlainText>{title}</PlainText>;
  return <PersonName id={id} name={title} picture={inputText(row?.[picture] ?? null)} />;
}
function RefsCell({ column, value }: CellProps) {
  const ids = referencedIds(value);
  const { to = '' } = column.options;
  const texts = useReferenceTexts(to, ids);
  const names = texts.filter(isText);
  return names.length === 0 && ids.length > 0 ? <MaskedText /> : <PlainText>{names.join(', ')}</PlainText>;
}

const createRefInput = (multiple: boolean) =>
  function RefInput({ column, value, onChange, id, describedBy, disabled, invalid, rowId, entity }: InputProps) {
    const { to = '' } = column.options;
    const ids = referencedIds(value);
    const isHidden = !useReferenceTexts(to, ids).every(isText);
    if (isHidden && disabled) return <MaskedText />;
    return (
      <EntityPicker
        to={to}
        id={id}
        ids={ids}
        isMultiple={multiple}
        onChange={(ids) => onChange(multiple ? ids : (ids[0] ?? null))}
        describedBy={describedBy}
        disabled={disabled}
        invalid={invalid}
        disabledId={to === entity.name && column.options.tree ? rowId : null}
      />
    );
  };

function RefFilter({ column, value, onChange, label }: FilterProps) {
  const id = useId();
  const ids = splitList(value).map(Number).filter(Number.isSafeInteger);
  return (
    <EntityPicker
      to={column.options.to ?? ''}
      id={id}
      label={label}
      ids={ids}
      isMultiple
      onChange={(chosen) => onChange(chosen.join(','))}
    />
  );
}

export const refFieldType: FieldType = {
  Cell: RefCell,
  Input: createRefInput(false),
  Filter: RefFilter,
  width: 136,
  isShort: true,
};
export const refsFieldType: FieldType = {
  Cell: RefsCell,
  Input: createRefInput(true),
  Filter: RefFilter,
  width: 150,
  isShort: true,
};
