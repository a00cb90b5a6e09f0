/** What a list does when its rows call. */
import type { RowHandlers } from './rowHandlers';
import { moveOf } from './rowPlaces';
import { isHere } from './useChoice';
import type { InPlace } from './useInPlace';
import type { ListModel } from './useListModel';
import type { RowActions } from './useRowActions';

/** Everything from the last chosen row to this one, or this one alone. */
function toggled({ selected, here, items, rows }: ListModel, id: number, range: boolean): readonly number[] {
  const ids = items.map((item) => item.id).filter((one) => isHere(rows.list, one));
  const last = here.findLast((one) => ids.includes(one));
  if (!range || last === undefined)
    return selected.includes(id) ? selected.filter((one) => one !== id) : [...selected, id];
  const [from, to] = [ids.indexOf(last), ids.indexOf(id)].sort((a, b) => a - b);
  return [...new Set([...selected, ...ids.slice(from, (to ?? 0) + 1)])];
}

interface Parts {
  readonly open: RowHandlers['open'];
  readonly focus: RowHandlers['focus'];
  readonly inPlace: InPlace;
}
export const handlersOf = (model: ListModel, actions: RowActions, { open, focus, inPlace }: Parts): RowHandlers => ({
  // A deleted record has no form.
  open: (id) => {
    if (!model.rights.bin) open(id);
  },
  focus,
  toggle: (id, range) => model.select(toggled(model, id, range)),
  ask: actions.ask,
  commit: actions.commit,
  fold: model.fold,
  edit: (id, field) => inPlace.edit(field === null ? null : { id, field }),
  refuse: inPlace.refuse,
  stray: inPlace.stray,
  place: (id, at) => {
    const move = moveOf(model, id, at);
    if (move !== undefined) void actions.place(id, move);
  },
});
