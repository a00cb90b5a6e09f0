/** The progress of a job in percent. */
import { PlainText } from '../../../engine/fieldTypes/cells/cells';
import type { CellProps } from '../../../engine/fieldTypes/fieldType';
import { useFormatters } from '../../../shared/i18n/format';

export function JobProgressCell({ DefaultCell, ...props }: CellProps) {
  const format = useFormatters();
  if (typeof props.value !== 'number') return DefaultCell ? <DefaultCell {...props} /> : null;
  return <PlainText>{`${format.number(props.value)} %`}</PlainText>;
}
