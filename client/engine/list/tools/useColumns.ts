/** Shows, hides and reorders the columns of a list; `useListViewSettings` stores them. */
import { useDefaultColumns } from '../../engineContext';
import type { ListModel } from '../useListModel';

export function useColumns(model: ListModel) {
  const { entity, columns, change, changeView } = model;
  const defaultColumns = useDefaultColumns(entity);
  const shownNames = columns.map(({ name }) => name);
  const setNames = (names: readonly string[] | null) => {
    const defaultNames = names === null || names.join() === defaultColumns.join();
    changeView(defaultNames ? { columns: null, ...(names === null ? { widths: {} } : {}) } : { columns: names });
    change({ columns: null });
  };
  return {
    shownNames,
    reset: () => setNames(null),
    toggle: (name: string) => {
      const next = shownNames.includes(name)
        ? shownNames.filter((shownName) => shownName !== name)
        : [...shownNames, name];
      if (next.length > 0) setNames(next);
    },
    move: (name: string, step: -1 | 1) => {
      const index = shownNames.indexOf(name) + step;
      const others = shownNames.filter((shownName) => shownName !== name);
      if (index >= 0 && index <= others.length) setNames([...others.slice(0, index), name, ...others.slice(index)]);
    },
  };
}
