/** Values of a design that are lists in JSON, as text that people read. */
import { asRecord, asString, asStringList } from '../../../../common/json';

const printTransition = ({ name, from, to, node }: Readonly<Record<string, unknown>>): string =>
  `${asString(name)}: ${asStringList(from).join(', ')} → ${asString(to)}${node === undefined ? '' : ` (${asString(node)})`}`;
const printChoice = ({ name, value, en, zh }: Readonly<Record<string, unknown>>): string =>
  `${asString(name)} = ${String(value)} (${asString(en)}, ${asString(zh)})`;

function printItem(item: unknown, label: (value: string) => string): string {
  if (Array.isArray(item)) return `(${item.map((part) => printItem(part, label)).join(', ')})`;
  const record = asRecord(item);
  if (record === undefined) return label(String(item));
  return 'to' in record ? printTransition(record) : printChoice(record);
}

/** A list as its items; any other text by its label. */
export function printListText(text: string, label: (value: string) => string): string {
  if (!text.startsWith('[')) return label(text);
  try {
    const items: unknown = JSON.parse(text);
    return Array.isArray(items) ? items.map((item) => printItem(item, label)).join(', ') : text;
  } catch {
    return text; // cut by the server
  }
}
