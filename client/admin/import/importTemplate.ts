/** An empty CSV file with a heading for each field that an import can fill. */
import { findColumn } from '../../../common/entity/columns';
import type { AnyEntity } from '../../../common/entity/entity';
import { formFieldNames } from '../../engine/formState/formLayout';

/** Marks the file as UTF-8 for spreadsheet programs. */
const BYTE_ORDER_MARK = '\uFEFF';
const quote = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** The headings are the labels of the form's fields that the person may change, so that each column finds its field. */
export function importTemplate(
  entity: AnyEntity,
  writable: ReadonlySet<string>,
  labels: Readonly<Record<string, string | undefined>>,
): string {
  const names = formFieldNames(entity).filter(
    (name) => writable.has(name) && findColumn(entity, name)?.readonly === false,
  );
  return `${BYTE_ORDER_MARK}${names.map((name) => quote(labels[name] ?? name)).join(',')}\r\n`;
}
