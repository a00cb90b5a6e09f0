/** A value as its kind of field is shown, where what its noun makes of it is still to come. */
import type { CellProps } from '../../engine/fieldTypes/fieldType';

export const UsualCell = ({ DefaultCell: Usual, ...props }: CellProps) => Usual && <Usual {...props} />;
