/** Shows the default cell of the field type while the cell of the override loads. */
import type { CellProps } from '../../engine/fieldTypes/fieldType';

export const FallbackCell = ({ DefaultCell, ...props }: CellProps) => DefaultCell && <DefaultCell {...props} />;
