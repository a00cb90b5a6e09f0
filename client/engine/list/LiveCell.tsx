/** One value of one row, which lights up for a moment when it changed under the reader's eyes. */
import Box from '@mui/material/Box';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Column } from '../../../common/entity/meta';
import type { Held } from '../../shared/entities';
import { useOverride } from '../engineContext';
import { flashing } from '../flash';
import { Masked } from '../kinds/cells';
import type { CellProps } from '../kinds/kindView';
import { viewOf } from '../kinds/index';

interface LiveCellProps {
  readonly entity: AnyEntity;
  readonly column: Column;
  readonly held: Held;
  /** What had already happened when the row came into sight does not flash. */
  readonly seen: Held['last'];
  readonly commit: CellProps['commit'];
  /** It stands in a link: what the noun shows instead might act by itself. */
  readonly plain?: boolean;
}

export function LiveCell({ entity, column, held, seen, commit, plain = false }: LiveCellProps) {
  const exceptions = useOverride(entity);
  const value = held.row[column.name];
  if (value === undefined) return <Masked />;
  const { Cell: Usual } = viewOf(column.kind);
  const Cell = (plain ? undefined : exceptions?.cells[column.name]) ?? Usual;
  const { last } = held;
  const fresh = last !== undefined && last !== seen && last.fields.includes(column.name);
  return (
    <Box sx={{ position: 'relative', minWidth: 0 }} {...(fresh ? { 'data-fresh': true } : {})}>
      {fresh && (
        <Box
          key={last.at}
          aria-hidden
          sx={{ ...flashing, position: 'absolute', inset: '-4px -6px', pointerEvents: 'none' }}
        />
      )}
      <Cell entity={entity} column={column} value={value} row={held.row} commit={commit} Usual={Usual} />
    </Box>
  );
}
