/** The cell of a column in a list: that of its kind, or the look that its definition asks for. */
import type { ComponentType } from 'react';
import { createElement } from 'react';
import type { Column } from '../../../../common/entity/columns';
import { lazyTogether } from '../../../ui/lazyWithRetry';
import type { CellProps } from '../../fieldTypes/fieldType';
import { fieldTypeOf } from '../../fieldTypes/index';

/** Shown until the code of the look is loaded. */
const UsualCell = (props: CellProps) => createElement(fieldTypeOf(props.column.kind).Cell, props);
const DisplayCell = lazyTogether(async () => (await import('./DisplayCell')).DisplayCell, UsualCell);

export const cellOf = ({ kind, options }: Column): ComponentType<CellProps> =>
  options.display === undefined && options.targetFields === undefined ? fieldTypeOf(kind).Cell : DisplayCell;
