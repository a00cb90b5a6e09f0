/** A value as its kind of field is shown, where what its noun makes of it is still to come. */
import type { CellProps } from '../../engine/kinds/kindView';

export const UsualCell = ({ Usual, ...props }: CellProps) => Usual && <Usual {...props} />;
