/** Lazy cell of columns with a style of their own in the definition; the code loads with the first of them. */
import { createElement } from 'react';
import type { Column } from '../../../../common/entity/columns';
import { lazyWithoutSuspense } from '../../../ui/lazyWithRetry';
import type { CellProps } from '../../fieldTypes/fieldType';
import { getFieldType } from '../../fieldTypes/index';

/** Shown until the code is loaded. */
const DefaultCell = (props: CellProps) => createElement(getFieldType(props.column.kind).Cell, props);
export const LazyDisplayCell = lazyWithoutSuspense(
  async () => (await import('./DisplayCell')).DisplayCell,
  DefaultCell,
);

export const hasCustomDisplay = ({ options }: Column): boolean =>
  options.display !== undefined || options.targetFields !== undefined;
