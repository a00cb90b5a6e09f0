/** References to rows of other entities, shown and chosen by title. */
import { EntityPicker } from '../EntityPicker';
import { splitList } from './filterText';
import { referencedIds, useTitles } from '../data/useTitles';
import { useAppSelector } from '../../shared/app/createStore';
import { useEntity } from '../engineContext';
import { EmptyCell, PlainText } from './cells/cells';
import { PersonName } from './cells/PersonName';
import { inputText } from './inputs/TextInput';
import type { CellProps, FilterProps, InputProps, FieldType } from './fieldType';
import { useId } from 'react';
import { useBootstrap } from '../../shared/api/bootstrap';

/** Text of a row without title: its id, or nothing if the user may not read the entity. */
function useUntitledIds(to: string): (id: number) => string {
  const { entities } = useBootstrap();
  return (id) => (entities[to] === undefined ? '' : `#${id}`);
}

function RefCell({ column, value }: CellProps) {
  const [id] = referencedIds(value);
  const { to = '' } = column.options;
  const titles = useTitles(to, id === undefined ? [] : [id]);
  const untitledText = useUntitledIds(to);
  const picture = useEntity(to)?.spec.pickerColumns?.picture;
  const row = useAppSelector((state) => (id === undefined ? undefined : state.entities.rows[to]?.[id]?.row));
  if (id === undefined) return <EmptyCell />;
  const title = titles[id] ?? untitledText(id);
  if (picture === undefined) return <PlainText>{title}</PlainText>;
  return <PersonName id={id} name={title} picture={inputText(row?.[picture] ?? null)} />;
}
function RefsCell({ column, value }: CellProps) {
  const ids = referencedIds(value);
  const { to = '' } = column.options;
  const titles = useTitles(to, ids);
  const untitledText = useUntitledIds(to);
  const names = ids.map((id) => titles[id] ?? untitledText(id)).filter((label) => label !== '');
  return <PlainText>{names.join(', ')}</PlainText>;
}

const createRefInput = (multiple: boolean) =>
  function RefInput({ column, value, onChange, id, describedBy, disabled, invalid, rowId, entity }: InputProps) {
    const { to = '' } = column.options;
    return (
      <EntityPicker
        to={to}
        id={id}
        ids={referencedIds(value)}
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
