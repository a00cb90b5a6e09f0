/** Links to rows of other entities, shown and chosen by their titles. */
import { EntityPicker } from '../EntityPicker';
import { partsOf } from '../filterText';
import { idsIn, useTitles } from '../useTitles';
import { Labels, Nothing, Plain } from './cells';
import type { CellProps, FilterProps, InputProps, KindView } from './kindView';
import { useId } from 'react';
import { useBootstrap } from '../../shared/bootstrap';

/** What stands for a row without a title: its id, or nothing where the reader may not read that entity. */
function useUnnamed(to: string): (id: number) => string {
  const { entities } = useBootstrap();
  return (id) => (entities[to] === undefined ? '' : `#${id}`);
}

function RefCell({ column, value }: CellProps) {
  const [id] = idsIn(value);
  const { to = '' } = column.options;
  const titles = useTitles(to, id === undefined ? [] : [id]);
  const unnamed = useUnnamed(to);
  return id === undefined ? <Nothing /> : <Plain>{titles[id] ?? unnamed(id)}</Plain>;
}
function RefsCell({ column, value }: CellProps) {
  const ids = idsIn(value);
  const { to = '' } = column.options;
  const titles = useTitles(to, ids);
  const unnamed = useUnnamed(to);
  return <Labels labels={ids.map((id) => titles[id] ?? unnamed(id)).filter((label) => label !== '')} />;
}

const inputOf = (multiple: boolean) =>
  function RefInput({ column, value, onChange, id, describedBy, disabled, invalid, rowId, entity }: InputProps) {
    const { to = '' } = column.options;
    return (
      <EntityPicker
        to={to}
        id={id}
        ids={idsIn(value)}
        multiple={multiple}
        onChange={(ids) => onChange(multiple ? ids : (ids[0] ?? null))}
        describedBy={describedBy}
        disabled={disabled}
        invalid={invalid}
        except={to === entity.name && column.options.tree ? rowId : null}
      />
    );
  };

function RefFilter({ column, value, onChange, label }: FilterProps) {
  const id = useId();
  const ids = partsOf(value).map(Number).filter(Number.isSafeInteger);
  return (
    <EntityPicker
      to={column.options.to ?? ''}
      id={id}
      label={label}
      ids={ids}
      multiple
      onChange={(chosen) => onChange(chosen.join(','))}
    />
  );
}

export const refKind: KindView = { Cell: RefCell, Input: inputOf(false), Filter: RefFilter, width: 150, short: true };
export const refsKind: KindView = { Cell: RefsCell, Input: inputOf(true), Filter: RefFilter, width: 190, short: true };
